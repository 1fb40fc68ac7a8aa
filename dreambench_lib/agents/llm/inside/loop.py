"""A small tool loop over the openai SDK: read, search, edit, run the tests, finish.

Runs in the repository's folder, in a sandbox whose only network is the model. Prints one JSON
object a line: what was called and what came of it, and at the end how it ended.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

TURNS = 40
SHOWN = 16_000
"""Characters of a tool's result that the model sees."""
TEST_SECONDS = 120


def tool(name: str, about: str, **fields: str) -> dict[str, Any]:
    texts = {field: {"type": "string", "description": said} for field, said in fields.items()}
    form = {"type": "object", "properties": texts, "required": list(fields),
            "additionalProperties": False}  # fmt: skip
    return {"type": "function",
            "function": {"name": name, "description": about, "parameters": form}}  # fmt: skip


TOOLS: Any = [
    tool("list", "List the files below a folder.", path="folder, . for all"),
    tool("read", "Read a file.", path="file"),
    tool("search", "Lines of any file that contain a text.", text="the text, as it is"),
    tool("write", "Write a whole file.", path="file", content="its new content"),
    tool("replace", "Replace a text in a file; it must occur exactly once.", path="file",
         old="the text", new="what takes its place"),
    tool("test", "Run the repository's tests."),
    tool("finish", "End, when the task is done.", summary="what was done, in a sentence"),
]  # fmt: skip


class Refused(Exception):
    """A call that cannot be carried out; the model is told why."""


def inside(path: str) -> Path:
    place = Path(os.path.normpath(Path.cwd() / path))
    if not place.is_relative_to(Path.cwd()) or ".git" in place.parts:
        raise Refused(f"{path} lies outside the repository")
    return place


def files(below: Path) -> list[Path]:
    found = sorted(p for p in below.rglob("*") if p.is_file() and not p.is_symlink())
    return [p.relative_to(Path.cwd()) for p in found if ".git" not in p.parts]


def run_tests(command: list[str]) -> str:
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=TEST_SECONDS, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        return f"the tests did not end within {TEST_SECONDS} s"
    text = (done.stdout + done.stderr).decode(errors="replace")
    return f"exit status {done.returncode}\n{text}"


def carry_out(name: str, given: dict[str, str], tests: list[str]) -> str:
    if name == "list":
        return "\n".join(map(str, files(inside(given["path"])))) or "(no files)"
    if name == "read":
        return inside(given["path"]).read_text(errors="replace")
    if name == "search":
        hits = [
            f"{path}:{number}: {line}"
            for path in files(Path.cwd())
            for number, line in enumerate(path.read_text(errors="replace").split("\n"), 1)
            if given["text"] in line
        ]
        return "\n".join(hits[:200]) or "(no line)"
    if name == "write":
        place = inside(given["path"])
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(given["content"])
        return "written"
    if name == "replace":
        place = inside(given["path"])
        text = place.read_text()
        if text.count(given["old"]) != 1:
            raise Refused(f"the text occurs {text.count(given['old'])} times, not once")
        place.write_text(text.replace(given["old"], given["new"]))
        return "replaced"
    if name == "test":
        return run_tests(tests)
    raise Refused(f"there is no tool {name!r}")


def answer(call: Any, tests: list[str]) -> str:
    """What the model is told of one call; a bad call is a result as well, never an end."""
    try:
        given = json.loads(call.function.arguments or "{}")
        if not isinstance(given, dict) or not all(isinstance(v, str) for v in given.values()):
            raise Refused("the arguments are no object of texts")
        result = carry_out(call.function.name, given, tests)
    except Refused as why:
        result = f"refused: {why}"
    except KeyError as lacking:
        result = f"refused: the argument {lacking} is missing"
    except (OSError, ValueError) as fault:
        result = f"failed: {fault}"
    return result if len(result) <= SHOWN else result[:SHOWN] + "\n[cut]"


def say(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


def main() -> int:
    from openai import OpenAI, OpenAIError

    order = json.loads(Path(sys.argv[1]).read_text())
    # There is no key in here: the gateway has it, and drops what is sent in its place.
    client = OpenAI(api_key="none", base_url=order["base_url"], max_retries=0, timeout=600)
    messages: list[Any] = [{"role": "user", "content": order["prompt"]}]
    for turn in range(1, TURNS + 1):
        try:
            made = client.chat.completions.create(
                model=order["model"], messages=messages, tools=TOOLS, temperature=0
            )
            message = made.choices[0].message
        except (OpenAIError, IndexError, TypeError, ValueError) as fault:
            say(ended="model failed", why=str(fault)[:500])
            return 3
        calls: list[Any] = list(message.tool_calls or [])
        if not calls:
            say(ended="said its last word", text=message.content or "")
            return 0
        messages.append(message.model_dump(exclude_none=True))
        for call in calls:
            name = call.function.name
            if name == "finish":
                say(ended="finished", text=call.function.arguments)
                return 0
            result = answer(call, order["tests"])
            say(
                turn=turn, tool=name, arguments=call.function.arguments[:2000], result=result[:2000]
            )
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
    say(ended="out of turns")
    return 4


if __name__ == "__main__":
    sys.exit(main())
