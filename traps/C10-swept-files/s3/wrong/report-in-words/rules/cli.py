"""The command line."""

import argparse
import sys
from collections.abc import Sequence

from . import codes, exchange, report, summary
from .common import DATA, RulesError
from .evaluate import Decision, decide_all
from .explain import explain
from .receipts import receipt
from .records import read_records
from .ruleset import load_rules


def _decisions(args: argparse.Namespace) -> list[Decision]:
    return decide_all(read_records(args.records), load_rules(args.rules))


def _check(args: argparse.Namespace) -> list[str]:
    return [
        f"{decision.id} {decision.outcome}"
        + (f" {decision.deciding.code}" if decision.deciding else "")
        for decision in _decisions(args)
    ]


def _explain(args: argparse.Namespace) -> list[str]:
    return [line for decision in _decisions(args) for line in explain(decision)]


def _receipt(args: argparse.Namespace) -> list[str]:
    return [line for decision in _decisions(args) for line in [*receipt(decision), ""]]


def _report(args: argparse.Namespace) -> list[str]:
    return summary.sentences(report.by_outcome(_decisions(args)))


def _summary(args: argparse.Namespace) -> list[str]:
    return summary.sentences(report.by_outcome(_decisions(args)))


def parser() -> argparse.ArgumentParser:
    """All commands with their options."""
    top = argparse.ArgumentParser(prog="rules", description="Acceptance rules for consignments.")
    top.add_argument("--rules", default=str(DATA / "rules.json"), help="another file of rules")
    commands = top.add_subparsers(required=True, metavar="command")
    for name, action, text in (
        ("check", _check, "one line per consignment"),
        ("explain", _explain, "why, rule by rule"),
        ("receipt", _receipt, "what is handed to the sender"),
        ("report", _report, "how often each outcome came up"),
        ("summary", _summary, "the same in words"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("records", help="a file of records, one JSON object per line")
        command.set_defaults(action=action)
    export = commands.add_parser("export", help="the rules as partner hubs read them")
    export.set_defaults(action=lambda args: exchange.export(load_rules(args.rules)))
    listing = commands.add_parser("codes", help="every code with its title and desk")
    listing.set_defaults(action=lambda args: codes.listing())
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; bad input is one line on standard error and status 2."""
    args = parser().parse_args(argv)
    try:
        for line in args.action(args):
            print(line)
    except (RulesError, OSError) as fault:
        print(f"rules: {fault}", file=sys.stderr)
        return 2
    return 0
