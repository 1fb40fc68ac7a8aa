"""Intervals for one proportion and for matched pairs."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any, NamedTuple

from scipy.special import betaincinv

from dreambench_lib.stats.inputs import StatsInputError, open_level, whole_number


class Interval(NamedTuple):
    """A two-sided confidence interval."""

    low: float
    high: float


def wilson(passes: Any, cells: Any, level: Any = 0.95) -> Interval:
    """Wilson score interval of a proportion.

    Assumption: cells are independent, which seeds of one trap are not; use it for cells of distinct
    traps only, or as the published v1.1 tables did. Approximate coverage.
    Source: arXiv:2608.20664 v1.1 tables, z = 1.959963984540054 at level 0.95.
    Complexity: constant.

    >>> [round(end, 4) for end in wilson(95, 180)]
    [0.455, 0.5994]
    """
    x, n, confidence = _counts(passes, cells, level)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    centre = (x + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * (x * (n - x) / n + z * z / 4) ** 0.5
    # At 0 and n the ends are 0 and 1 in exact arithmetic.
    return Interval(centre - half if x else 0.0, centre + half if x < n else 1.0)


def clopper_pearson(passes: Any, cells: Any, level: Any = 0.95) -> Interval:
    """Exact (conservative) interval of a proportion, from the binomial tails.

    Assumption: independent cells, as for `wilson`; coverage is at least the level.
    Source: Clopper and Pearson 1934. Complexity: constant.

    >>> [round(end, 4) for end in clopper_pearson(7, 10)]
    [0.3475, 0.9333]
    """
    x, n, confidence = _counts(passes, cells, level)
    tail = (1 - confidence) / 2
    return Interval(
        float(betaincinv(x, n - x + 1, tail)) if x else 0.0,
        float(betaincinv(x + 1, n - x, 1 - tail)) if x < n else 1.0,
    )


def matched_pair_interval(b: Any, c: Any, pairs: Any, level: Any = 0.95) -> Interval:
    """Conditional exact interval of the difference of two pass rates over matched pairs.

    Given the ``b + c`` discordant pairs, b is binomial; its Clopper-Pearson ends q are carried to
    the difference by ``(2 q - 1)(b + c) / pairs``.
    Assumption: discordant pairs are independent and their number is taken as fixed; under
    clustering it is too short, so it accompanies the pooled McNemar p only.
    Source: Clopper and Pearson 1934, conditioned as McNemar's test is. Complexity: constant.

    >>> [round(end, 4) for end in matched_pair_interval(21, 15, 180)]
    [-0.037, 0.0979]
    """
    wins, losses = whole_number(b, "b"), whole_number(c, "c")
    total = whole_number(pairs, "pairs")
    discordant = wins + losses
    if total < max(discordant, 1):
        raise StatsInputError(f"pairs is {total}: there are at least {discordant} pairs")
    if not discordant:
        raise StatsInputError(
            "no pair is discordant, so the conditional interval is undefined: "
            "report the pass counts instead"
        )
    low, high = clopper_pearson(wins, discordant, level)
    return Interval((2 * low - 1) * discordant / total, (2 * high - 1) * discordant / total)


def _counts(passes: Any, cells: Any, level: Any) -> tuple[int, int, float]:
    x, n = whole_number(passes, "passes"), whole_number(cells, "cells")
    if not 0 < n >= x:
        raise StatsInputError(f"{x} passes of {n} cells is not a proportion: check both counts")
    return x, n, float(open_level(level, "level"))
