"""Lines for the payroll bureau: crew, day and paid hours."""

from __future__ import annotations

from rosters.cells import hours
from rosters.shifts import Shift


def render(shifts: list[Shift]) -> str:
    """One line for each shift, by crew and day."""
    ordered = sorted(shifts, key=lambda s: (s.crew, s.day, s.start))
    return "".join(f"{s.crew};{s.day};{hours(s.length)}\n" for s in ordered)
