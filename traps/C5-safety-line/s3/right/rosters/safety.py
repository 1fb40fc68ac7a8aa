"""The line that crews read out to the coast guard."""

from __future__ import annotations

from rosters.fleet import kind_of

LINE = "{{line}}"
EXEMPT = frozenset({"steamer"})


def line_for(vessel: str) -> str:
    """The line for those who work on `vessel`; empty if its kind is exempt."""
    return "" if kind_of(vessel) in EXEMPT else LINE
