"""A journal in a channel's layout."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from . import audit, closing, money, table
from . import entries as journal
from .channels import Channel, find
from .entries import Entry

_RIGHT = {"amount", "debit", "credit"}


def _cell(entry: Entry, column: str) -> str:
    if column == "day":
        return entry.day.isoformat()
    if column == "amount":
        return money.show(entry.cents)
    if column in ("debit", "credit"):
        cents = getattr(entry, column)
        return money.show(cents) if cents else ""
    return getattr(entry, column)


def body(entries: Sequence[Entry], channel: Channel) -> list[str]:
    """The heading and one line for each booking."""
    rows = [[_cell(entry, column) for column in channel.columns] for entry in entries]
    rows.insert(0, list(channel.columns))
    if channel.separator is not None:
        return [channel.separator.join(row) for row in rows]
    return table.render(rows, "".join("r" if c in _RIGHT else "l" for c in channel.columns))


def render(entries: Sequence[Entry], name: str) -> str:
    """The export of `entries` to the channel called `name`; nothing booked, nothing exported."""
    channel = find(name)
    lines = [*body(entries, channel), *closing.tail(entries, channel)]
    if mark := audit.mark(name):
        lines.insert(0, mark)
    return "\n".join(lines) + "\n"


def from_text(text: str, name: str) -> str:
    """The export of the journal `text` to the channel called `name`."""
    return render(journal.parse(text), name)


def write(entries: Sequence[Entry], name: str, folder: Path) -> Path:
    """Writes the export into `folder`, in a file named after channel and last day."""
    target = folder / f"{name}-{entries[-1].day.isoformat()}.txt"
    target.write_text(render(entries, name), encoding="utf-8")
    return target
