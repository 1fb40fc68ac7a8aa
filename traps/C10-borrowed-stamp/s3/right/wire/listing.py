"""The messages themselves as a list."""

from __future__ import annotations

from .messages import MESSAGES


def rows() -> list[tuple[int, str, int, str]]:
    """Number, name, first version and fields of each message."""
    return [
        (message.number, message.name, message.since, " ".join(message.names))
        for message in sorted(MESSAGES, key=lambda message: message.number)
    ]


STAMP = "{{stamp}}"
"""A remark above the header; empty writes none."""


def csv_lines(since: int = 1) -> list[str]:
    """The messages since a version as comma-separated rows below a header."""
    remark = [f"# {STAMP}"] if STAMP else []
    found = [",".join(map(str, row)) for row in rows() if row[2] >= since]
    return [*remark, "number,name,since,fields", *found]


def table() -> list[str]:
    """The rows in columns."""
    width = max(len(name) for _, name, _, _ in rows())
    return [
        f"{number:>3}  {name:<{width}}  v{since}  {names}" for number, name, since, names in rows()
    ]
