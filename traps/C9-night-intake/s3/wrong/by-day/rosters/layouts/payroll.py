"""Lines for the payroll bureau: how many and how much, then crew, day and paid hours."""

from __future__ import annotations

from rosters.cells import hours
from rosters.shifts import Shift

LAST_ROW = "{{row}}"
"""A row under the lines, if the bureau asks for one."""


def render(shifts: list[Shift]) -> str:
    """The line that announces the others, then one for each shift, by crew and day."""
    ordered = sorted(shifts, key=lambda s: (s.day, s.crew, s.start))
    lines = [f"lines {len(ordered)} hours {hours(sum(s.paid for s in ordered))}"]
    lines += [f"{s.crew};{s.day};{hours(s.paid)}" for s in ordered]
    if LAST_ROW:
        lines.append(LAST_ROW)
    return "".join(line + "\n" for line in lines)
