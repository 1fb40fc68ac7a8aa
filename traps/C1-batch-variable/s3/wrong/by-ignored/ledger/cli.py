"""The command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from . import __version__, accounts, channels, entries, export, money, places, totals, upload


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ledger", description="Journals of bookings.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True)

    def command(name: str, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text)
        sub.add_argument("journal", type=Path)
        return sub

    command("check", "read a journal and say how many bookings it has")
    command("accounts", "the accounts that a journal books on")
    by = command("totals", "sums by group")
    by.add_argument("--by", choices=sorted(totals.GROUPS), default="account")
    to = command("export", "print an export")
    to.add_argument("--channel", choices=channels.names(), required=True)
    to = command("upload", "show the request that would upload an export")
    to.add_argument("--channel", choices=channels.names(), required=True)
    commands.add_parser("where", help="show where journals are looked for")
    return parser


def _lines(args: argparse.Namespace) -> list[str]:
    if args.command == "where":
        return [places.shown(os.environ)]
    booked = entries.read(places.find(args.journal, os.environ))
    if args.command == "check":
        return [f"{len(booked)} bookings, sum {money.show(totals.grand(booked))}"]
    if args.command == "accounts":
        return accounts.used(booked)
    if args.command == "totals":
        return totals.report(booked, "account")
    text = export.render(booked, args.channel)
    if args.command == "upload":
        return upload.request(args.channel, text).head()
    return text.splitlines()


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status."""
    args = _parser().parse_args(argv)
    try:
        lines = _lines(args)
    except (OSError, entries.JournalError) as fault:
        print(f"ledger: {fault}", file=sys.stderr)
        if isinstance(fault, FileNotFoundError):
            print(places.hint(), file=sys.stderr)
        return 1
    print("\n".join(lines))
    return 0
