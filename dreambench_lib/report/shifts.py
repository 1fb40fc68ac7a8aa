"""How large the difference per pair may be, with the assumption that says so beside it."""

from __future__ import annotations

from typing import Any

from dreambench_lib.report.prose import Prose, say
from dreambench_lib.stats import Comparison, StatsInputError, signflip_interval
from dreambench_lib.stats.inversion import SYMMETRY, ShiftInterval


def shift_interval(comparison: Comparison, level: float = 0.95) -> ShiftInterval:
    """The interval of the difference of pass rates per pair, by inverting the exact test."""
    sizes = list(comparison.pairs.sizes.values())
    return signflip_interval(comparison.scores.values(), sizes, level)


def shift_of(comparison: Comparison) -> dict[str, Any]:
    """The 95 % interval as plain JSON values; with too many clusters, why there is none."""
    try:
        return shift_interval(comparison).as_dict()
    except StatsInputError as fault:
        return {"low": None, "high": None, "reason": str(fault)}


def read_shift(comparison: Comparison, level: float = 0.95) -> Prose:
    """The interval in a sentence that states its assumption."""
    found = shift_interval(comparison, level)
    low, high = (
        "no bound" if end is None else f"{float(end):+.3f}" for end in (found.low, found.high)
    )
    return say(
        f"The difference of pass rates per pair is {float(found.estimate):+.3f}; shifts from {low} "
        f"to {high} are not rejected at {1 - level:.2g}.",
        f"At zero this is the test above; away from zero it assumes that {SYMMETRY}, which "
        "exchangeable labels alone do not give.",
    )
