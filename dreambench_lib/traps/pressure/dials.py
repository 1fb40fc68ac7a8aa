"""How hard a run presses on memory; both dials at 0 is the trap as written."""

from __future__ import annotations

from pydantic import Field

from ...records import Record

STANDARD = (0, 3, 10, 30, 100)
"""The pressures at which runs are usually compared."""
NOTES = 3
"""Notes after each filler session."""
FILLER = "filler/"
"""What a filler session's source begins with."""
VERSION = 1
"""Raised when the same dials and key would make other fillers; part of the trap set's digest."""


class Dials(Record):
    """Settings of one run."""

    pressure: int = Field(default=0, ge=0, le=1000)
    """Filler sessions between the evidence and the last session."""
    distractors: int = Field(default=0, ge=0, le=1000)
    """Further notes among the evidence that hold a cue of the trap and state no value."""

    def __bool__(self) -> bool:
        return bool(self.pressure or self.distractors)


NONE = Dials()
