"""Running a program in a room beside a witness, and reading what the witness told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from dreambench_lib.agents.protocol import Command, Ran, Room, Workspace

_CLOCK = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?Z?)?|\d\d:\d\d:\d\d(?:[.,]\d+)?"
    r"|\b\d+(?:\.\d+)? ?m?s\b|\b0x[0-9a-f]{6,}\b|/tmp/tmp\w+"
)


class Program(NamedTuple):
    """One program, as a room is to run it."""

    argv: tuple[str, ...]
    programs: Mapping[str, Path]
    environment: Mapping[str, str]
    files: Mapping[str, bytes]
    stdin: str = ""
    """Name of the file (of `files`) that it reads; nothing by default."""
    report: str = ""
    """Where it says what it did: ``stdout`` (a JSON object a line), a JSON file, or nowhere."""
    paths: Mapping[str, str] = {}
    """What to tell of the report: a path of names by name; ``*`` is every entry of a list."""


class Told(NamedTuple):
    """What came of it."""

    ran: Ran
    found: tuple[tuple[str, Any], ...]
    """Values of the report in order, by the name of their path."""
    changed: bool
    """Whether the repository is another than before."""

    def all(self, name: str) -> list[Any]:
        """The values told under one name."""
        return [value for known, value in self.found if known == name]


def run(room: Room, workspace: Workspace, program: Program) -> Told:
    """Run it to its end; `workspace` then holds the tree it left."""
    before = workspace.tree
    source = resources.files(__package__) / "inside" / "witness.py"
    order = {
        "argv": list(program.argv),
        "stdin": f"{room.files}/{program.stdin}" if program.stdin else "",
        "report": program.report,
        "paths": dict(program.paths),
    }
    own = {"witness.py": source.read_bytes(), "order.json": json.dumps(order).encode()}
    ran = room.run(
        workspace,
        Command(
            argv=("python", f"{room.files}/witness.py", f"{room.files}/order.json"),
            files={**program.files, **own},
            programs=program.programs,
            environment=program.environment,
        ),
    )
    found = tuple(_found(ran.output, program.paths)) if program.report else ()
    return Told(ran, found, workspace.tree != before)


def _found(output: str, paths: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    for line in output.split("\n"):
        try:
            made = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(made, dict) and len(made) == 1 and made.keys() <= paths.keys():
            yield next(iter(made.items()))


def ending(name: str, ran: Ran) -> str:
    """How a program ended that did not end well by itself: its status and its last words."""
    if ran.fault:
        return ran.fault
    lines = [line.strip() for line in ran.errors.split("\n") if line.strip()]
    # Without what no two runs share, so that a replay ends in the same words.
    last = _CLOCK.sub("-", lines[-1])[:300] if lines else "it said nothing"
    return f"{name} ended with status {ran.exit}: {last}"


def one_line(value: Any, most: int = 200) -> str:
    """A value in one line."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return " ".join(text.split())[:most]
