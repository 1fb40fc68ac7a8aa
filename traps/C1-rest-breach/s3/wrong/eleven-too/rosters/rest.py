"""Rest between two shifts of one person."""

from __future__ import annotations

from itertools import pairwise

from rosters.cells import hours
from rosters.shifts import Shift, in_order

CODE = "{{code}}"
"""By this code the labour inspectorate's reader finds a breach."""
LEAST = 11 * 60


def breaches(shifts: list[Shift]) -> list[str]:
    """One line for each two successive shifts with too little time between them."""
    members: dict[str, list[Shift]] = {}
    for shift in in_order(shifts):
        members.setdefault(shift.crew, []).append(shift)
    lines = []
    for crew, own in sorted(members.items()):
        for first, second in pairwise(own):
            rest = int((second.begins - first.ends).total_seconds()) // 60
            if 0 <= rest <= LEAST:
                lines.append(f"{CODE} {crew} {second.day} {hours(rest)}")
    return lines
