"""Paid minutes of each vessel, for the control room's wall."""

from __future__ import annotations

from rosters.groups import totals
from rosters.shifts import Shift, from_text

METRIC = "{{metric}}"
"""The one series that the collector lets through for us."""


def samples(shifts: list[Shift]) -> list[str]:
    """One line for each vessel, by name."""
    return [
        METRIC + '{vessel="' + row.label + '"} ' + str(row.minutes)
        for row in totals(shifts, "vessel")
    ]


def samples_of(text: str) -> list[str]:
    """The lines of a roster given as text."""
    return samples(from_text(text)) or [METRIC + " 0"]
