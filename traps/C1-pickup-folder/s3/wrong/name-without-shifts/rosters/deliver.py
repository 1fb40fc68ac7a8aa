"""What a roster is called where others fetch it."""

from __future__ import annotations

from rosters.shifts import Shift, from_text

STEM = "{{stem}}"
"""The harbour's program takes files whose name begins like this."""


def file_name(shifts: list[Shift]) -> str:
    """The name in the harbour's folder, by the week of the earliest day; no shifts, no name."""
    if not shifts:
        return f"{STEM}.csv"
    year, week, _ = min(shift.day for shift in shifts).isocalendar()
    return f"{STEM}-{year}w{week:02d}.csv"


def name_of(text: str) -> str:
    """The name for a roster given as text."""
    return file_name(from_text(text))
