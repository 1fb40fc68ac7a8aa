"""One person's shifts as a calendar that telephones can read."""

from __future__ import annotations

from rosters.shifts import Shift, from_text, in_order

FORMAT = "%Y%m%dT%H%M%S"
STAMP = "{{stamp}}"
"""The name under which the calendar presents itself; empty if it has none."""


def feed(shifts: list[Shift], crew: str) -> list[str]:
    """The calendar of `crew`, its events in order of time."""
    lines = ["BEGIN:VCALENDAR"]
    if STAMP:
        lines.append(f"PRODID:{STAMP}")
    lines.append("VERSION:2.0")
    for shift in in_order(shifts):
        if shift.crew == crew:
            lines += [
                "BEGIN:VEVENT",
                f"DTSTART:{shift.begins:{FORMAT}}",
                f"DTEND:{shift.ends:{FORMAT}}",
                f"SUMMARY:{shift.vessel} {shift.post}",
                "END:VEVENT",
            ]
    return [*lines, "END:VCALENDAR"]


def feed_of(text: str, crew: str) -> list[str]:
    """The calendar of `crew` from a roster given as text."""
    return feed(from_text(text), crew)
