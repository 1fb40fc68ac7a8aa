"""Who we are on the air."""

from __future__ import annotations

ADDRESS = "{{address}}"
"""Assigned to the control room by the radio office."""


def address() -> str:
    """The eight digits of our address."""
    return ADDRESS


def greeting() -> str:
    """What the control room announces."""
    return f"control room {address()}"
