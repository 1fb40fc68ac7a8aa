"""What accounts are called, and which of them a journal uses."""

from __future__ import annotations

from collections.abc import Iterable

from . import plan, table
from .entries import Entry

UNKNOWN = "(not in the plan)"


def title(number: str) -> str:
    """What account `number` is called."""
    return plan.TITLES.get(number, UNKNOWN)


def tax_key(number: str) -> str:
    """The key of account `number` on tax forms; ``-`` if it has none."""
    return plan.TAX_KEYS.get(number, "-")


def used(entries: Iterable[Entry]) -> list[str]:
    """A line for each account that is booked on: number, tax key and title."""
    numbers = sorted({entry.account for entry in entries})
    rows = [(number, title(number)) for number in numbers]
    return table.render(rows, "lll") if rows else []
