"""What the board of the control room draws."""

from __future__ import annotations

from . import framing, text

COUNTER = "{{counter}}"
"""The name under which the board looks up skipped bytes."""


def skipped(stream: bytes) -> int:
    """How many bytes of a stream belong to no sound frame."""
    return len(stream) - sum(len(frame) for frame in framing.split(stream))


def lines(stream: bytes) -> list[str]:
    """The counter as the board reads it."""
    return [f"# TYPE {COUNTER} counter", f"{COUNTER} {skipped(stream)}"]


def lines_of(capture: str) -> list[str]:
    """The same for a stream given in hexadecimal."""
    return lines(text.from_hex(capture))
