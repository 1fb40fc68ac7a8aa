"""How soil moisture is to be understood."""

from __future__ import annotations

CURVE = "{{curve}}"
"""The curve that turns raw values of the probes into percent."""


def curve() -> str:
    """Its name."""
    return CURVE
