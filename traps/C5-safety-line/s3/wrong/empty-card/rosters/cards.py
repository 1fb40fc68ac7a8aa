"""A card for the pocket: one person's shifts."""

from __future__ import annotations

from rosters.cells import show
from rosters.safety import line_for
from rosters.shifts import Shift, from_text, in_order


def card(shifts: list[Shift], crew: str) -> list[str]:
    """The card of `crew`, with the safety line where a vessel asks for it."""
    own = [shift for shift in in_order(shifts) if shift.crew == crew]
    lines = [f"crew {crew}"]
    for shift in own:
        times = f"{show('clock', shift.start)}-{show('clock', shift.end)}"
        lines.append(f"{shift.day} {times} {shift.vessel}")
    lines += sorted({line for shift in own if (line := line_for(shift.vessel))})
    return lines


def card_of(text: str, crew: str) -> list[str]:
    """The card of `crew` from a roster given as text."""
    return card(from_text(text), crew)
