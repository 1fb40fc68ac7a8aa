"""A confidence interval for the paired difference, by inverting the exact sign-flip test."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dreambench_lib.stats.inputs import StatsInputError, as_text, open_level
from dreambench_lib.stats.sizes import scores_and_sizes

_MOST_BITS = 1 << 28
SYMMETRY = "each cluster's difference is symmetric about one common shift"
"""What intervals by inversion and tests with a margin assume; has to be said where they stand."""


@dataclass(frozen=True, slots=True)
class ShiftInterval:
    """The shifts that the exact test does not reject; None where too few clusters bound them."""

    estimate: Fraction
    low: Fraction | None
    high: Fraction | None
    level: Fraction
    clusters: int

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values; an unbounded end is null."""
        return {
            "estimate": float(self.estimate),
            "low": None if self.low is None else float(self.low),
            "high": None if self.high is None else float(self.high),
            "low_exact": None if self.low is None else as_text(self.low),
            "high_exact": None if self.high is None else as_text(self.high),
            "level": float(self.level),
            "clusters": self.clusters,
            "assumes": SYMMETRY,
        }


def signflip_interval(scores: Iterable[Any], sizes: Any = 1, level: Any = 0.95) -> ShiftInterval:
    """Exact interval for the difference per pair under clustering.

    Null for a shift x: every cluster's ``d - x n`` (n its pairs) is symmetric about zero,
    independently over clusters. At x = 0 this is the null of `signflip_test`; away from it symmetry
    about a common shift is an assumption that exchangeable labels do not give (`SYMMETRY`), and it
    has to be said where the interval is shown.
    Exchangeability: as in `signflip_test`, of whole clusters about the shift.
    The one-sided p of a shift is the share of the cluster subsets A (the empty one included) with
    ``sum_A d <= x sum_A n``, so the ends are subset means: the smallest and the largest whose
    one-sided p exceeds ``(1 - level) / 2``. Zero lies outside exactly when the two-sided test
    rejects at ``1 - level``.
    Source: Hartigan 1969 (typical values). Tied clusters count here: a tie is evidence for a small
    shift.
    Complexity: the joint counts of (sum, size) over all ``2^k`` subsets by packing; 60 traps take
    some hundredths of a second, some 400 are the most.

    Args:
        scores: One integer per cluster: wins minus losses of the first.
        sizes: Pairs per cluster, one integer for all or one per cluster (missing cells).
        level: Confidence level.

    >>> interval = signflip_interval([3, 2, 1, 3, 0, 2, 1, 3], sizes=3)
    >>> interval.low, interval.estimate, interval.high
    (Fraction(1, 3), Fraction(5, 8), Fraction(1, 1))
    """
    values, pairs = scores_and_sizes(scores, sizes)
    confidence = open_level(level, "level")
    # Sizes matter only relative to each other; the smaller they are, the smaller the table.
    unit = math.gcd(*pairs)
    means = _subset_means(values, [size // unit for size in pairs])
    most = (1 - confidence) * 2 ** len(values) / 2
    return ShiftInterval(
        Fraction(sum(values), sum(pairs)),
        _first_beyond(means, most, unit),
        _first_beyond(reversed(means), most, unit),
        confidence,
        len(values),
    )


def _first_beyond(
    means: Iterable[tuple[Fraction, int]], most: Fraction, unit: int
) -> Fraction | None:
    seen = 1  # the empty subset is extreme for every shift
    if seen > most:
        return None
    for mean, count in means:
        seen += count
        if seen > most:
            return mean / unit
    return None


def _subset_means(values: list[int], pairs: list[int]) -> list[tuple[Fraction, int]]:
    """Every mean ``sum_A d / sum_A n`` with the number of subsets that have it, ascending."""
    found: dict[float, tuple[Fraction, int]] = {}
    for total, size, count in _joint_counts(values, pairs):
        # Equal ratios give one float and, at these sizes, unequal ones never do.
        known = found.get(total / size)
        if known is None:
            found[total / size] = (Fraction(total, size), count)
        else:
            found[total / size] = (known[0], known[1] + count)
    return [found[key] for key in sorted(found)]


def _joint_counts(values: list[int], pairs: list[int]) -> Iterator[tuple[int, int, int]]:
    """(sum of d, sum of n, number of subsets) over the non-empty subsets."""
    slope = min(value // size for value, size in zip(values, pairs, strict=True))
    lifted = [value - slope * size for value, size in zip(values, pairs, strict=True)]
    stride = sum(lifted) + 1
    slots = stride * (sum(pairs) + 1)
    width = len(values) // 8 + 1  # bytes per count
    if slots * width * 8 > _MOST_BITS or sum(pairs) >= 1 << 25:
        raise StatsInputError(
            f"{len(values)} clusters are too many to list their subset means: "
            "use cluster_bootstrap, which is accurate at that size"
        )
    packed = 1
    for value, size in zip(lifted, pairs, strict=True):
        packed += packed << (value + stride * size) * width * 8
    raw = packed.to_bytes(slots * width, "little")
    for slot in range(1, slots):
        count = int.from_bytes(raw[slot * width : (slot + 1) * width], "little")
        if count and slot >= stride:
            size, total = divmod(slot, stride)
            yield total + slope * size, size, count
