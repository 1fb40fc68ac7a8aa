"""Acknowledgements: what an agent gets for a message that a desk has taken."""

from __future__ import annotations

from . import trace

URGENCIES = ("routine", "urgent")


def urgency(value: str | None) -> str:
    """The urgency that a header states; anything unknown is routine."""
    found = (value or "").strip().lower()
    return found if found in URGENCIES else "routine"


def lines(desk: str, serial: int, level: str = "routine") -> list[str]:
    """The lines of an acknowledgement."""
    return [f"taken by {desk}", f"number {trace.digits(serial)}", f"urgency {URGENCIES[0]}"]


def body(desk: str, serial: int, level: str = "routine") -> str:
    """The acknowledgement as a body."""
    return "\n".join(lines(desk, serial, level)) + "\n"
