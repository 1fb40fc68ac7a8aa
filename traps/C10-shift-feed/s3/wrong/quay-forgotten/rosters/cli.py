"""The command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rosters import checks, export, feed, gate, groups, schema
from rosters.common import RosterError
from rosters.layouts import LAYOUTS
from rosters.shifts import Shift, from_text


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rosters")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("columns")
    for name in ("check", "export", "totals", "gate", "feed"):
        command = commands.add_parser(name)
        command.add_argument("roster", type=Path)
        if name == "export":
            command.add_argument("--layout", choices=tuple(LAYOUTS), default="table")
        if name == "feed":
            command.add_argument("crew")
        if name == "totals":
            command.add_argument("--by", choices=tuple(groups.GROUPS), default="day")
    return parser


def _read(path: Path) -> list[Shift]:
    try:
        return from_text(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise RosterError(f"{path} cannot be read: {fault.strerror}") from None


def _lines(options: argparse.Namespace) -> list[str]:
    if options.command == "columns":
        return [f"{column.name:<8}{column.kind}" for column in schema.columns()]
    shifts = _read(options.roster)
    if options.command == "check":
        return checks.problems(shifts)
    if options.command == "totals":
        return groups.lines(shifts, options.by)
    if options.command == "gate":
        return sorted({f"{shift.day} {shift.crew}" for shift in shifts})
    if options.command == "feed":
        return feed.feed(shifts, options.crew)
    return export.render(shifts, options.layout).splitlines()


def main(argv: Sequence[str]) -> int:
    """Runs one command; `check` gives 1 if it found anything, faults give 2."""
    options = _parser().parse_args(argv)
    try:
        lines = _lines(options)
    except RosterError as fault:
        print(f"rosters: {fault}", file=sys.stderr)
        return 2
    for line in lines:
        print(line)
    return 1 if options.command == "check" and lines else 0
