"""The messages themselves as a list."""

from __future__ import annotations

from . import manual
from .messages import MESSAGES


def rows() -> list[tuple[int, str, int, str]]:
    """Number, name, first version and fields of each message."""
    return [
        (message.number, message.name, message.since, " ".join(message.names))
        for message in sorted(MESSAGES, key=lambda message: message.number)
    ]


def table() -> list[str]:
    """The rows in columns."""
    width = max(len(name) for _, name, _, _ in rows())
    return [
        f"{number:>3}  {name:<{width}}  v{since}  {names}" for number, name, since, names in rows()
    ]


def links() -> list[str]:
    """Number, name and help page of each message, in columns."""
    width = max(len(name) for _, name, _, _ in rows())
    return [
        f"{number:>3}  {name:<{width}}  {manual.link(name) or '-'}" for number, name, *_ in rows()
    ]
