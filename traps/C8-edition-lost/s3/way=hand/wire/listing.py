"""The messages themselves as a list."""

from __future__ import annotations

from .messages import EDITION, MESSAGES


def rows() -> list[tuple[int, str, int, str]]:
    """Number, name, first version and fields of each message."""
    return [
        (message.number, message.name, message.since, " ".join(message.names))
        for message in sorted(MESSAGES, key=lambda message: message.number)
    ]


def table() -> list[str]:
    """The rows in columns, and the edition."""
    width = max(len(name) for _, name, _, _ in rows())
    lines = [
        f"{number:>3}  {name:<{width}}  v{since}  {names}" for number, name, since, names in rows()
    ]
    return [*lines, f"edition {edition()}"]


def edition() -> str:
    """The mark of the whole catalogue."""
    return EDITION
