"""Where a crew finds its week on the telephone."""

from __future__ import annotations

from rosters.shifts import Shift, from_text

SERVER = "https://crew.sundline.example"
PIECE = "{{piece}}"
"""By this the server knows the rosters."""


def link(shifts: list[Shift]) -> str:
    """The address of the week of the earliest shift; empty without shifts."""
    if not shifts:
        return f"{SERVER}/{PIECE}"
    year, week, _ = min(shift.day for shift in shifts).isocalendar()
    return f"{SERVER}/{PIECE}/{year}-W{week:02d}"


def link_of(text: str) -> str:
    """The address for a roster given as text."""
    return link(from_text(text))
