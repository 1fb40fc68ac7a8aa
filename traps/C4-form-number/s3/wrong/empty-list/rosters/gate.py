"""The list for the guards at the gate: who is expected at which quay."""

from __future__ import annotations

from rosters.forms import head
from rosters.shifts import Shift, from_text, in_order


def gate_list(shifts: list[Shift]) -> list[str]:
    """The form's line, then one for each day and quay, with the crew's numbers in order."""
    found: dict[tuple[str, str], set[str]] = {}
    for shift in in_order(shifts):
        found.setdefault((shift.day.isoformat(), shift.quay), set()).add(shift.crew)
    rows = [
        f"{day} {quay}: {' '.join(sorted(crew))}" for (day, quay), crew in sorted(found.items())
    ]
    return [head(), *rows] 


def gate_of(text: str) -> list[str]:
    """The gate list of a roster given as text."""
    return gate_list(from_text(text))
