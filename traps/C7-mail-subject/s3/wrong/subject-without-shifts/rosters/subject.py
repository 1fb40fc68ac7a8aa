"""The subject of the weekly mail to the crewing agency."""

from __future__ import annotations

from datetime import date

from rosters.shifts import Shift, from_text

TAG = "{{tag}}"
"""The agency files mails by this."""
FIRST = date(2026, 6, 1)
"""The Monday from which the agency counts."""


def subject(shifts: list[Shift]) -> str:
    """Tag and week of the earliest shift; empty without shifts."""
    if not shifts:
        return f"{TAG} crew roster"
    week = (min(shift.day for shift in shifts) - FIRST).days // 7 + 1
    return f"{TAG} crew roster, week {week}"


def subject_of(text: str) -> str:
    """The subject for a roster given as text."""
    return subject(from_text(text))
