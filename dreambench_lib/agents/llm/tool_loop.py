"""`openai`: a tool loop over the openai SDK, run in a room, with any OpenAI-compatible server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from typing import Any

from dreambench_lib.agents.llm.prompts import filled
from dreambench_lib.agents.protocol import Command, Ran, Task, Workspace
from dreambench_lib.errors import BadInput
from dreambench_lib.records import WorkLog

MODEL_FAILED, OUT_OF_TURNS = 3, 4
"""Exit statuses of the loop."""


class ToolLoop:
    """Gives the loop its order and reads what it tells of itself."""

    tier = "agent with a model"
    needs_model = needs_room = True

    def work(self, workspace: Workspace, task: Task) -> WorkLog:
        """Run the loop once; the tree it leaves is the work, its words are only its words."""
        if task.room is None:
            raise BadInput("agent openai needs a model: name one with --model and --base-url")
        order = {
            "base_url": task.room.base_url,
            "model": task.room.model,
            "prompt": prompt(task),
            "tests": list(task.tests),
        }
        source = resources.files(__package__) / "inside" / "loop.py"
        program, spec = f"{task.room.files}/loop.py", f"{task.room.files}/order.json"
        ran = task.room.run(
            workspace,
            Command(
                argv=("python", program, spec),
                files={"loop.py": source.read_bytes(), "order.json": json.dumps(order).encode()},
                packages=("openai",),
            ),
        )
        return log_of(ran)


def prompt(task: Task) -> str:
    """What the agent is told."""
    context = f"\n{task.context.strip()}\n" if task.context else ""
    return filled("agent", project=task.project, prompt=task.prompt.strip(), context=context)


def log_of(ran: Ran) -> WorkLog:
    """The work log: what the loop printed, and how it ended if that was not well."""
    told = list(_lines(ran.output))
    error = ran.fault or None
    if error is None and ran.exit != 0:
        last = told[-1] if told else {}
        error = {
            MODEL_FAILED: f"the model failed: {last.get('why', '')}",
            OUT_OF_TURNS: "out of turns",
        }.get(ran.exit or 0, f"the loop ended with status {ran.exit}: {ran.errors[-300:].strip()}")
    return WorkLog(output=summary(told), error=error)


def summary(told: list[dict[str, Any]]) -> str:
    """The episode's view of the work: one line a call, and the last word."""
    lines = []
    for one in told:
        if "tool" in one:
            first = str(one.get("result", "")).split("\n")[0][:200]
            lines.append(f"{one['tool']} {str(one.get('arguments', ''))[:200]} -> {first}")
        elif "ended" in one:
            lines.append(f"{one['ended']}: {one.get('text', '')}"[:1000])
    return "\n".join(lines)


def _lines(output: str) -> Iterator[dict[str, Any]]:
    for line in output.split("\n"):
        try:
            made = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(made, dict):
            yield made


__all__ = ["ToolLoop", "log_of", "prompt"]
