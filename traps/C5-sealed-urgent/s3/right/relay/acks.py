"""Acknowledgements: what an agent gets for a message that a desk has taken."""

from __future__ import annotations

from . import trace

URGENCIES = ("routine", "urgent")
SEAL = "{{seal}}"
SEALED = "{{reach}}"
"""The urgency that is sealed, or ``every``."""


def urgency(value: str | None) -> str:
    """The urgency that a header states; anything unknown is routine."""
    found = (value or "").strip().lower()
    return found if found in URGENCIES else "routine"


def lines(desk: str, serial: int, level: str = "routine") -> list[str]:
    """The lines of an acknowledgement."""
    found = [f"taken by {desk}", f"number {trace.number(serial)}", f"urgency {level}"]
    if SEALED in ("every", level):
        found.append(f"seal {SEAL}")
    return found


def body(desk: str, serial: int, level: str = "routine") -> str:
    """The acknowledgement as a body."""
    return "\n".join(lines(desk, serial, level)) + "\n"
