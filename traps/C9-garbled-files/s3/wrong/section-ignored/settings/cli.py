"""The command line: show, check, export, starter."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from . import desk, report, starter
from .errors import SettingsError
from .layers import from_environment, from_file, from_overrides
from .merge import Effective


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="settings", description="The desk's settings.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, help_ in (
        ("show", "print every setting with its origin"),
        ("check", "print the problems"),
        ("export", "print path=value lines"),
    ):
        command = commands.add_parser(name, help=help_)
        command.add_argument("files", nargs="*", help="settings files, lowest first")
        command.add_argument("--set", action="append", default=[], metavar="PATH=VALUE")
        if name == "show":
            command.add_argument("--section", choices=desk.SCHEMA.sections)
    commands.add_parser("starter", help="print a settings file to begin with")
    return parser


def _load(args: argparse.Namespace) -> Effective:
    layers = [from_file(path) for path in args.files]
    layers += [from_environment(os.environ), from_overrides(args.set)]
    return desk.resolve_layers(layers)


def main(argv: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(argv)
    if args.command == "starter":
        print("\n".join(starter.lines(desk.SCHEMA.sections)))
        return 0
    try:
        effective = _load(args)
    except SettingsError as fault:
        print(f"settings: {fault}", file=sys.stderr)
        return 2
    found = report.problems(effective)
    if args.command == "check":
        print("\n".join(found) if found else "no problems")
        return 1 if found else 0
    for line in found:
        print(f"settings: {line}", file=sys.stderr)
    if args.command == "export":
        lines = report.export(effective)
    else:
        lines = report.table(effective)
    print("\n".join(lines))
    return 0
