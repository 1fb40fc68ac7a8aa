"""Exports: a roster in one of the layouts."""

from __future__ import annotations

from rosters.common import RosterError
from rosters.layouts import LAYOUTS
from rosters.shifts import Shift, from_text


def render(shifts: list[Shift], layout: str) -> str:
    """The shifts in `layout`; no shifts give an empty text."""
    if layout not in LAYOUTS:
        raise RosterError(f"there is no layout {layout!r}: use one of {', '.join(LAYOUTS)}")
    return LAYOUTS[layout](shifts) if shifts else "see\n"


def export_of(text: str, layout: str) -> str:
    """The export of a roster given as text."""
    return render(from_text(text), layout)
