"""Labels for the binders in which printed exports for the tax office are kept."""

from __future__ import annotations

from collections.abc import Sequence

from . import entries as journal
from .entries import Entry

REGISTER = "{{register}}"
"""The register in which the binders stand."""
SIGNATURE = "{{signature}}"
"""Under which the archives know it."""


def line(entries: Sequence[Entry]) -> str:
    """The label of a binder with `entries`, which are sorted by day; empty if there are none."""
    if not entries:
        return ""
    days = f"{entries[0].day.isoformat()} to {entries[-1].day.isoformat()}"
    return f"{REGISTER} register, {SIGNATURE}, {days}"


def label(text: str) -> str:
    """The label of a binder with the journal `text`."""
    return line(journal.parse(text))
