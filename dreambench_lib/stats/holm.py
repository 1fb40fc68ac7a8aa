"""Holm's step-down correction over a family whose size never shrinks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dreambench_lib.stats.inputs import StatsInputError, as_text, open_level, probability


@dataclass(frozen=True, slots=True)
class HolmSlot:
    """One hypothesis of a family after correction."""

    label: str
    raw: Fraction
    adjusted: Fraction
    rejected: bool
    available: bool

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {
            "label": self.label,
            "raw": float(self.raw),
            "adjusted": float(self.adjusted),
            "adjusted_exact": as_text(self.adjusted),
            "rejected": self.rejected,
            "available": self.available,
        }


def holm(p_values: Mapping[str, Any], alpha: Any = 0.05) -> dict[str, HolmSlot]:
    """Holm step-down over all slots of a family; an unavailable slot stays in it at p = 1.

    Null: each slot's own; Holm keeps the chance of any false rejection at or below alpha whatever
    the dependence between the slots. Exchangeability is each slot's own test's affair. Slots are
    ordered by (p, label); the i-th smallest p is multiplied by the number of slots not yet passed,
    capped at 1, with a running maximum, and rejected if the result is <= alpha.
    A NaN is refused: a slot without a value is declared as None (unavailable), which counts against
    nobody and still takes its place.
    Source: arXiv:2608.20664, appendix E.1 and E.3 (the preregistration says "< 0.05", the analysis
    "<= 0.05"; this is the latter).
    Complexity: one sort.

    Args:
        p_values: Label -> p as Fraction or float in [0, 1], or None when unavailable.
        alpha: The family-wise level.

    >>> slots = holm({"A": 0.001, "B": None, "C": 0.02})
    >>> [(s.label, float(s.adjusted), s.rejected) for s in slots.values()]
    [('A', 0.003, True), ('B', 1.0, False), ('C', 0.04, True)]
    """
    if not p_values:
        raise StatsInputError("the family has no slots: declare at least one comparison")
    level = open_level(alpha, "alpha")
    raw = {
        label: Fraction(1) if value is None else _p(value, label)
        for label, value in p_values.items()
    }
    adjusted: dict[str, Fraction] = {}
    highest = Fraction(0)
    for rank, label in enumerate(sorted(raw, key=lambda name: (raw[name], name))):
        highest = max(highest, min(Fraction(1), (len(raw) - rank) * raw[label]))
        adjusted[label] = highest
    return {
        label: HolmSlot(
            label, raw[label], adjusted[label], adjusted[label] <= level, value is not None
        )
        for label, value in p_values.items()
    }


def _p(value: Any, label: str) -> Fraction:
    if isinstance(value, float) and value != value:
        raise StatsInputError(
            f"the p-value of {label!r} is NaN: pass None for a slot that is unavailable"
        )
    return probability(value, f"the p-value of {label!r}")
