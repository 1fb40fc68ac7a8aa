"""The sheet for the notice board: day by day, no remarks."""

from __future__ import annotations

from rosters.cells import long_date, show
from rosters.link import link
from rosters.shifts import Shift, in_order


def render(shifts: list[Shift]) -> str:
    """Each day with its shifts under it, an empty line between days; the address last."""
    lines: list[str] = []
    day = None
    for shift in in_order(shifts):
        if shift.day != day:
            day = shift.day
            lines += [""] if lines else []
            lines.append(long_date(day))
        times = f"{show('clock', shift.start)}-{show('clock', shift.end)}"
        lines.append(f"  {times}  {shift.vessel:<10}  {shift.post:<8}  {shift.crew}")
    if address := link(shifts):
        lines += ["", f"see {address}"]
    return "".join(line + "\n" for line in lines)
