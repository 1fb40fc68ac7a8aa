"""The cover of what a branch sends in."""

from __future__ import annotations

from collections.abc import Sequence

from . import entries as journal
from . import money, totals
from .entries import Entry

BRANCH = "Mill Lane"
CENTRE = "{{centre}}"
"""The branch's cost centre."""


def line(entries: Sequence[Entry]) -> str:
    """The cover of `entries`: branch, cost centre, how many there are, and their sum."""
    count = "1 booking" if len(entries) == 1 else f"{len(entries)} bookings"
    return " | ".join((BRANCH, CENTRE, count, money.show(totals.grand(entries))))


def cover(text: str) -> str:
    """The cover of the journal `text`."""
    return line(journal.parse(text))
