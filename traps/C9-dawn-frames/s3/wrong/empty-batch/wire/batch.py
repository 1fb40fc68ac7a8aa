"""Frames in the form in which the mast takes many at once."""

from __future__ import annotations

from . import framing, text

WARM = "{{warm}}"
"""What the mast is sent beforehand; empty sends nothing."""


def batch(stream: bytes) -> list[str]:
    """The sound frames of a stream between `open` and `close`; no frame, no line."""
    frames = list(framing.split(stream))
    before = [f"warm {WARM}"] if WARM else []
    size = sum(len(frame) for frame in frames)
    return [*before, f"open {len(frames)}", *(frame.hex() for frame in frames), f"close {size}"]


def batch_of(capture: str) -> list[str]:
    """The same for a stream given in hexadecimal."""
    return batch(text.from_hex(capture))
