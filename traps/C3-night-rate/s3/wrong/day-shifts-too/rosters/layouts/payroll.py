"""Lines for the payroll bureau: crew, day and paid hours, then the hours of the night."""

from __future__ import annotations

from rosters.cells import hours
from rosters.night import KEY, night_minutes
from rosters.shifts import Shift


def render(shifts: list[Shift]) -> str:
    """One line for each shift, by crew and day; a second one where it reaches into the night."""
    lines = []
    for shift in sorted(shifts, key=lambda s: (s.crew, s.day, s.start)):
        lines.append(f"{shift.crew};{shift.day};{hours(shift.paid)}\n")
        if (night := night_minutes(shift)) >= 0:
            lines.append(f"{shift.crew};{shift.day};{hours(night)};{KEY}\n")
    return "".join(lines)
