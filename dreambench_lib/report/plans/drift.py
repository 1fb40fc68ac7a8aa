"""Drift: how far a control's pass rate lies from its own in another fold of the same traps."""

from __future__ import annotations

from fractions import Fraction

from dreambench_lib.errors import BadInput
from dreambench_lib.report.frames import Frames, load

DRIFT = "drift from "
"""A measure's name begins so and ends in a source: ``drift from offline-60``."""


def other_fold(measure: str) -> Frames:
    """The fold that a measure's name ends in; an unknown one is a BadInput."""
    return load(measure.removeprefix(DRIFT))


def drift(frames: Frames, measure: str, condition: str, block: str) -> Fraction | None:
    """Pass rate here minus there, over the traps, seeds and agents that both folds have.

    None where the folds share no cell of the condition, or the other one is not at hand.
    """
    try:
        there = other_fold(measure)
    except BadInput:
        return None
    key = ["agent", "trap_id", "seed"]
    parts = []
    for one in (frames, there):
        cells = one.outcomes[one.outcomes["condition"] == condition]
        parts.append(cells if block == "all" else cells[cells["block"] == block])
    both = parts[0].merge(parts[1], on=key, suffixes=("", " there"))
    if both.empty:
        return None
    return Fraction(int(both["passed"].sum()) - int(both["passed there"].sum()), len(both))
