"""The sheet for the notice board: day by day, no remarks."""

from __future__ import annotations

from rosters.cells import long_date, show
from rosters.forms import head
from rosters.shifts import Shift, in_order


def render(shifts: list[Shift]) -> str:
    """The form's line, then each day with its shifts, an empty line between days."""
    lines = [head()] if shifts else []
    day = None
    for shift in in_order(shifts):
        if shift.day != day:
            day = shift.day
            lines += [""] if len(lines) > 1 else []
            lines.append(long_date(day))
        times = f"{show('clock', shift.start)}-{show('clock', shift.end)}"
        lines.append(f"  {times}  {shift.vessel:<10}  {shift.post:<8}  {shift.crew}")
    return "".join(line + "\n" for line in lines)
