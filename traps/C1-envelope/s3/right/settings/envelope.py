"""The envelope around an export, for readers that share a pipe with others."""

from __future__ import annotations

from collections.abc import Sequence

MARKER = "{{marker}}"
END = "end"


def wrap(lines: Sequence[str]) -> list[str]:
    """`lines` between marker and end, with their number in front."""
    return [MARKER, f"lines {len(lines)}", *lines, END]
