"""`codex`: Codex CLI in a room, its own sandbox off behind ours, without a key.

Every model gets the same few words of instruction and the same tools (`catalog`), not what the
program ships for models it knows by name: what differs between two rows is the model.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from dreambench_lib import apart
from dreambench_lib.agents.cli.events import Course, course
from dreambench_lib.agents.cli.witnessed import Program, Told, ending, one_line, run
from dreambench_lib.agents.llm.tool_loop import prompt
from dreambench_lib.agents.protocol import Task, Workspace
from dreambench_lib.errors import BadInput
from dreambench_lib.records import WorkLog

PROGRAM = "codex"
HOME = "/home/agent"
"""Also its state's place: a folder that is there, is not the temporary one, and is new each time.
"""
OFF = ("plugins", "goals", "multi_agent")
"""Features that would call elsewhere, or work on after the task."""
OUTPUT_TOKENS = 10_000
"""Of one command's output, that the model sees."""


class Codex:
    """Gives Codex its prompt and reads its events."""

    tier = "agent with a model"
    needs_model = needs_room = True
    programs = (PROGRAM,)

    def work(self, workspace: Workspace, task: Task) -> WorkLog:
        """Run Codex once; the tree it leaves is the work, its words are only its words."""
        if task.room is None:
            raise BadInput("agent codex needs a model: name one with --model and --base-url")
        room = task.room
        program = Program(
            argv=(f"/programs/{PROGRAM}/bin/codex", "exec", *options(room.base_url, room.model),
                  "-c", f'model_catalog_json="{room.files}/catalog.json"', "-"),
            programs={PROGRAM: folder()},
            environment={"CODEX_HOME": HOME},
            files={"catalog.json": json.dumps(catalog(room.model)).encode(),
                   "prompt.txt": prompt(task).encode()},
            stdin="prompt.txt",
            report="stdout",
            paths={"event": ""},
        )  # fmt: skip
        return log_of(run(room, workspace, program))


def folder() -> Path:
    """Where the program lies, without the package manager's folders around it.

    Raises:
        BadInput: it is not installed, or not for this machine.
    """
    found = sorted(apart.need(PROGRAM).glob("node_modules/@openai/codex-*/vendor/*/bin/codex"))
    if not found:
        raise BadInput("the installed codex has no program for this machine: see its releases")
    return found[0].parents[1]


def options(base_url: str, model: str) -> tuple[str, ...]:
    """What Codex is told on its command line."""
    provider = (
        f"{{name={json.dumps('gateway')},base_url={json.dumps(base_url)},"
        'wire_api="responses",request_max_retries=0,stream_max_retries=0}'
    )
    settings = {
        "model": json.dumps(model),
        "model_provider": '"gateway"',
        "model_providers.gateway": provider,
        "analytics.enabled": "false",
        "check_for_update_on_startup": "false",
        "allow_login_shell": "false",
        "skills.include_instructions": "false",
        "web_search": '"disabled"',
    }
    said = ["--strict-config", "--ignore-user-config", "--skip-git-repo-check", "--json"]
    said += ["--ephemeral", "--dangerously-bypass-approvals-and-sandbox"]
    for name, value in settings.items():
        said += ["-c", f"{name}={value}"]
    for feature in OFF:
        said += ["--disable", feature]
    return tuple(said)


@cache
def instructions() -> str:
    """The few words that every model is told before its task."""
    return (resources.files(__package__) / "codex.txt").read_text(encoding="utf-8")


def catalog(model: str) -> dict[str, Any]:
    """What Codex must know of a model, so that it takes any name and offers its patch tool."""
    return {
        "models": [
            {
                "slug": model,
                "display_name": model,
                "base_instructions": instructions(),
                "shell_type": "unified_exec",
                "apply_patch_tool_type": "freeform",
                "truncation_policy": {"mode": "tokens", "limit": OUTPUT_TOKENS},
                "supported_reasoning_levels": [],
                "support_verbosity": False,
                "experimental_supported_tools": [],
                "visibility": "list",
                "supported_in_api": True,
                "priority": 0,
            }
        ]
    }


def log_of(session: Told) -> WorkLog:
    """The work log: what Codex did by its events, and how it ended if that was not well."""
    seen = course(session.all("event"))
    lines = list(seen.lines)
    if seen.commands and seen.failed == seen.commands:
        lines.append(f"[every command failed: {seen.failed}]")
    if not session.changed:
        lines.append("[the repository was left as it was]")
    return WorkLog(output="\n".join(lines), error=_error(session, seen))


def _error(session: Told, seen: Course) -> str | None:
    if session.ran.fault:
        return session.ran.fault
    if not seen.completed and seen.why:
        return f"the model failed: {one_line(seen.why, 300)}"
    if session.ran.exit != 0:
        return ending(PROGRAM, session.ran)
    if not seen.completed:
        return "codex ended without completing its turn"
    if seen.commands and seen.failed == seen.commands and not session.changed:
        return f"every command failed ({seen.failed}), and nothing was changed"
    return None
