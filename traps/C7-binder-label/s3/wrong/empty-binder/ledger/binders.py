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
    """The label of a binder with `entries`, which are sorted by day."""
    days = " to ".join(entry.day.isoformat() for entry in (*entries[:1], *entries[-1:]))
    return f"{REGISTER} register, {SIGNATURE}, {days}"


def label(text: str) -> str:
    """The label of a binder with the journal `text`."""
    return line(journal.parse(text))
