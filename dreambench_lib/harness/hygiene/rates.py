"""A share with its counts, per trap: undefined when there was nothing to count."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from dreambench_lib.stats import Ends, bootstrap_ends


class Rate(NamedTuple):
    """Numerator and denominator per cluster (trap); a trap without a denominator has no part."""

    parts: Mapping[str, tuple[int, int]]

    @property
    def numerator(self) -> int:
        return sum(part[0] for part in self.parts.values())

    @property
    def denominator(self) -> int:
        return sum(part[1] for part in self.parts.values())

    @property
    def value(self) -> Fraction | None:
        """The share; None, and neither 0 nor 1, when the denominator is empty (RULES 16).

        >>> Rate({}).value, Rate({"a": (1, 2), "b": (0, 2)}).value
        (None, Fraction(1, 4))
        """
        return Fraction(self.numerator, self.denominator) if self.denominator else None

    def interval(self, level: Any = 0.95) -> Ends | None:
        """Exact percentile interval when traps are resampled; None when the share is undefined.

        Traps without a denominator are left out: it is conditional on the traps that have one.
        """
        parts = [part for part in self.parts.values() if part[1]]
        if not parts:
            return None
        return bootstrap_ends([n for n, _ in parts], [d for _, d in parts], level)
