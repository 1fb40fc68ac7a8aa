"""The line that crews read out to the coast guard."""

from __future__ import annotations

LINE = "{{line}}"


def line_for(vessel: str) -> str:
    """The line for those who work on `vessel`: every vessel has it."""
    return LINE
