"""Which door of the cage a load goes behind while it stays at the hub."""

DOOR = "{{mark}}"
"""The cage reference of our door."""

SHOWN = ("hold",)
"""The outcome after which a load is locked in."""


def door(outcome: str) -> str:
    """The cage reference for a receipt with this outcome; empty where it has none."""
    return DOOR if outcome in SHOWN else ""
