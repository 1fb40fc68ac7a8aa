"""How the water of the whole nursery is turned off."""

from __future__ import annotations

HOUSE = "{{house}}"
"""The house in which the emergency valve stands."""
SIGN = "{{sign}}"
"""The call sign of its motor."""


def order() -> str:
    """What has to be done."""
    return f"house {HOUSE}: shut {SIGN}"
