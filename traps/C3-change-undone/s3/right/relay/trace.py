"""Numbers by which a message can be followed through the harbour."""

from __future__ import annotations

PREFIX = "{{prefix}}"
"""Tells our numbers from those of other senders."""
WIDTH = 6


def digits(serial: int) -> str:
    """The digits of the message with this serial, as agents read them.

    >>> digits(42)
    '000042'
    """
    if serial < 1:
        raise ValueError(f"serials begin with 1, not {serial}")
    return f"{serial:0{WIDTH}d}"


def number(serial: int) -> str:
    """The trace number of the message with this serial, as desks read it."""
    return f"{PREFIX}.{digits(serial)}"
