"""Frames as they leave the aerial."""

from __future__ import annotations

from . import framing, text

SITE = bytes.fromhex("{{mark}}")
"""By this the repeater on the ridge knows our frames."""


def sent(frame: bytes) -> str:
    """The digits to be sent for a frame."""
    framing.unwrap(frame)
    return (frame + SITE).hex()


def on_air(frame: str) -> str:
    """The same for a frame given in hexadecimal."""
    return sent(text.from_hex(frame))


def lines(stream: bytes) -> list[str]:
    """A line for each sound frame of a stream."""
    return [sent(frame) for frame in framing.split(stream)]
