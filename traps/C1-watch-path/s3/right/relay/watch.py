"""The route by which hosting sees that we are alive."""

from __future__ import annotations

PIECE = "{{piece}}"
"""The piece of path that belongs to us alone."""


def path() -> str:
    """The path that is asked for."""
    return f"/{PIECE}/live"
