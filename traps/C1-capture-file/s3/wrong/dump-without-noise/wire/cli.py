"""The command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from . import codec, dump, hexview, keep, listing, registry, tally, text
from .errors import WireError
from .versions import LATEST, VERSIONS


def _encode(args: argparse.Namespace) -> list[str]:
    words = {}
    for pair in args.fields:
        name, sign, word = pair.partition("=")
        if not sign:
            raise WireError(f"expected FIELD=VALUE, found {pair!r}")
        words[name] = word
    values = codec.typed(registry.named(args.name), words)
    return [text.encoded(args.name, values, args.version)]


def _decode(args: argparse.Namespace) -> list[str]:
    values = text.decoded(" ".join(args.hex))
    return [f"{name}: {dump.shown(value)}" for name, value in values.items()]


def parser() -> argparse.ArgumentParser:
    """All commands with their arguments."""
    top = argparse.ArgumentParser(prog="wire", description="Messages of the greenhouses.")
    commands = top.add_subparsers(required=True, metavar="command")
    encode = commands.add_parser("encode", help="a frame in hexadecimal")
    encode.add_argument("name", help="a message")
    encode.add_argument("fields", nargs="*", metavar="FIELD=VALUE")
    encode.add_argument("--version", type=int, choices=sorted(VERSIONS), default=LATEST)
    encode.set_defaults(action=_encode)
    decode = commands.add_parser("decode", help="one frame, field by field")
    decode.add_argument("hex", nargs="+", help="the frame in hexadecimal")
    decode.set_defaults(action=_decode)
    for name, lines, help_ in (
        ("dump", keep.lines, "a capture, one line per frame"),
        ("tally", tally.lines, "how often each message occurs"),
        ("view", hexview.lines, "the bytes of a capture"),
    ):
        command = commands.add_parser(name, help=help_)
        command.add_argument("file", help="a capture in hexadecimal")
        command.set_defaults(action=lambda args, lines=lines: lines(text.capture(args.file)))
    kept = commands.add_parser("keep", help="put a capture where the archive job looks")
    kept.add_argument("file", help="a capture in hexadecimal")
    kept.add_argument("folder", help="an existing folder")
    kept.set_defaults(action=lambda args: [keep.write(text.capture(args.file), args.folder)])
    listed = commands.add_parser("list", help="every message with its fields")
    listed.set_defaults(action=lambda args: listing.table())
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; bad input is one line on standard error and status 2."""
    args = parser().parse_args(argv)
    try:
        for line in args.action(args):
            print(line)
    except (WireError, OSError) as fault:
        print(f"wire: {fault}", file=sys.stderr)
        return 2
    return 0
