"""The command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from . import app, logs, queues, routes, signing, statuses, trace
from .errors import RelayError
from .forward import Scripted
from .message import Request, parse_request, text_of


def _statuses(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part]


def _request(args: argparse.Namespace) -> Request:
    return parse_request(Path(args.message).read_text(encoding="utf-8"))


def _send(args: argparse.Namespace) -> str:
    handled = app.handle(_request(args), Scripted(args.upstream), serial=args.serial)
    return text_of(handled.response)


def _log(args: argparse.Namespace) -> str:
    request = _request(args)
    handled = app.handle(request, Scripted(args.upstream), serial=args.serial)
    number = str(args.serial)
    return logs.line(
        request, handled.desk or "-", handled.response.status, handled.attempts, number
    )


def parser() -> argparse.ArgumentParser:
    """All commands with their options."""
    top = argparse.ArgumentParser(prog="relay", description="Messages for the harbour's desks.")
    commands = top.add_subparsers(required=True, metavar="command")
    for name, action, text in (
        ("send", _send, "handle one message and print the answer"),
        ("log", _log, "handle one message and print its log line"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("message", help="a file with a request")
        command.add_argument("--upstream", type=_statuses, default=[], metavar="STATUS,…")
        command.add_argument("--serial", type=int, default=1)
        command.set_defaults(action=action)
    sign = commands.add_parser("sign", help="print the signature of a message")
    sign.add_argument("message", help="a file with a request")
    sign.add_argument("--key", required=True)
    sign.set_defaults(action=lambda args: signing.sign(_request(args), args.key))
    for name, module, text in (
        ("routes", routes, "what is understood"),
        ("statuses", statuses, "what agents are told"),
        ("queues", queues, "the queues between us and the desks"),
    ):
        command = commands.add_parser(name, help=text)
        command.set_defaults(action=lambda args, module=module: "\n".join(module.listing()))
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; bad input is one line on standard error and status 2."""
    args = parser().parse_args(argv)
    try:
        print(args.action(args))
    except (RelayError, OSError) as fault:
        print(f"relay: {fault}", file=sys.stderr)
        return 2
    return 0
