"""Hours of the night and the key under which the bureau pays them."""

from __future__ import annotations

from rosters.cells import DAY
from rosters.shifts import Shift

KEY = "{{rate}}"
FROM, UNTIL = 22 * 60, 6 * 60


def night_minutes(shift: Shift) -> int:
    """Minutes of the shift between 22:00 and 06:00, pause included."""
    start, end = shift.start, shift.start + shift.length
    nights = ((0, UNTIL), (FROM, DAY + UNTIL), (DAY + FROM, 2 * DAY))
    return sum(max(0, min(end, last) - max(start, first)) for first, last in nights)
