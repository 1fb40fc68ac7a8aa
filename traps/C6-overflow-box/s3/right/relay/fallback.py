"""What becomes of a message that no desk has taken after the last attempt."""

from __future__ import annotations

LOST = (502, 503, 504)
BOX = "{{box}}"
PERISHABLE = ("tides",)
"""Desks whose messages are worth nothing later."""


def keeper(desk: str, status: int) -> str:
    """Who keeps a message for `desk` that ended with `status`; nobody is an empty text."""
    return BOX if status in LOST and desk not in PERISHABLE else ""
