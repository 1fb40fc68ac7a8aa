"""The exact sign-flip test of paired cluster scores: the project's primary test."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dreambench_lib.stats.inputs import as_text, open_level, whole_numbers
from dreambench_lib.stats.tails import WeightCounts, tail_counts


@dataclass(frozen=True, slots=True)
class SignflipResult:
    """Integer counts of sign patterns; every probability below is derived from them."""

    D: int
    """The observed sum of the scores."""
    clusters: int
    """All clusters, ties included."""
    nonzero: int
    """Clusters whose score is not zero; only they move the sum."""
    unit: int
    """The greatest common divisor of the scores."""
    weights: WeightCounts
    """Pairs (absolute score in units, clusters with it)."""
    tail: int
    """Of the ``2^nonzero`` sign patterns, those whose sum is ``-|D|`` or less."""
    at: int
    """Of these, the ones whose sum is exactly ``-|D|``."""

    @property
    def total(self) -> int:
        """All sign patterns of the nonzero clusters."""
        return 1 << self.nonzero

    @property
    def extreme(self) -> int:
        """Sign patterns with ``|sum| >= |D|``; the two tails are disjoint unless D is 0."""
        return 2 * self.tail if self.D else self.total

    @property
    def p_exact(self) -> Fraction:
        """Two-sided p: the share of sign patterns at least as far from zero, ties counted."""
        return Fraction(self.extreme, self.total)

    @property
    def p(self) -> float:
        """`p_exact`, rounded once to the nearest float (0.0 below about 5e-324)."""
        return self.extreme / self.total

    @property
    def log10_p(self) -> float:
        """Decimal logarithm of p, finite also where `p` underflows."""
        return math.log10(self.extreme) - self.nonzero * math.log10(2)

    @property
    def p_greater(self) -> Fraction:
        """One-sided p for "the first is better": the share of sums >= D."""
        return Fraction(self.tail if self.D > 0 else self._other_tail, self.total)

    @property
    def p_less(self) -> Fraction:
        """One-sided p for "the second is better": the share of sums <= D."""
        return Fraction(self.tail if self.D < 0 else self._other_tail, self.total)

    @property
    def mid_p(self) -> Fraction:
        """Two-sided p with the observed distance counted by half; not a valid level-alpha test."""
        tied = 2 * self.at if self.D else self.at
        return self.p_exact - Fraction(tied, 2 * self.total)

    @property
    def smallest_p(self) -> Fraction:
        """The smallest two-sided p these scores could have given: all signs equal."""
        return Fraction(2, self.total) if self.nonzero else Fraction(1)

    def attained_size(self, alpha: Any = 0.05) -> Fraction:
        """The true rejection rate under the null of the test "reject if p <= alpha".

        The sum is discrete, so it is below alpha; how far below says how conservative the test is
        on these scores. Complexity: one tail per bisection step over the possible sums.

        >>> signflip_test([1] * 6).attained_size(0.05)
        Fraction(1, 32)
        """
        most = open_level(alpha, "alpha") * self.total / 2
        low, high = -1, sum(w * n for w, n in self.weights) // 2
        # Invariant: a tail up to `low` fits into alpha / 2, a tail up to `high` + 1 does not.
        best = 0
        while low < high:
            middle = (low + high + 1) // 2
            tail = tail_counts(self.weights, middle)[0]
            if tail <= most:
                low, best = middle, tail
            else:
                high = middle - 1
        return Fraction(2 * best, self.total)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values; exact numbers as ``numerator/denominator``."""
        return {
            "D": self.D,
            "clusters": self.clusters,
            "nonzero": self.nonzero,
            "p": self.p,
            "p_exact": as_text(self.p_exact),
            "p_greater": as_text(self.p_greater),
            "p_less": as_text(self.p_less),
            "mid_p": as_text(self.mid_p),
            "attained_size": as_text(self.attained_size()),
            "log10_p": self.log10_p,
        }

    @property
    def _other_tail(self) -> int:
        """Sums on D's far side, D itself included: everything but the tail beyond D."""
        return self.total - self.tail + self.at


def signflip_test(scores: Iterable[Any]) -> SignflipResult:
    """Exact sign-flip (paired permutation) test of integer cluster scores.

    Null: within each cluster the labels "first" and "second" are exchangeable, so given its
    absolute value each score is as likely to be ``+|d|`` as ``-|d|``, independently over clusters.
    Exchangeability: a cluster (a trap) carries all its seeds; flipping whole clusters leaves any
    dependence between the seeds of one trap untouched, which is why cells are never flipped alone.
    Statistic: ``D``, the sum; two-sided p is the share of all sign vectors with ``|sum| >= |D|``,
    ties counted as extreme. No cluster, or D = 0, gives 1. Zero scores double numerator and
    denominator alike and change nothing.
    Source: arXiv:2608.20664, appendix E.1 and E.2.
    Complexity: for scores in -3..3 linear in the number of reachable sums (60 clusters: tens of
    microseconds, 10,000: tens of milliseconds); any other integers by the cheapest exact method of
    `dreambench_lib.stats.tails`.

    Args:
        scores: One integer per cluster: seeds where only the first passed minus seeds where only
            the second did. Integral floats are taken, anything else is refused.

    Returns:
        Integer counts with p as a fraction and as a float, one-sided p, mid-p, attained size.

    Raises:
        StatsInputError: A score is not a whole number (NaN, boolean, fraction, text), or the exact
            distribution would be too large to hold.

    >>> result = signflip_test([3, -1, 2, 1, 0])
    >>> result.D, result.p_exact, result.p
    (5, Fraction(3, 8), 0.375)
    """
    values = whole_numbers(scores)
    counts = Counter(map(abs, values))
    zeros = counts.pop(0, 0)
    unit = math.gcd(*counts) or 1
    weights = tuple(sorted((w // unit, n) for w, n in counts.items()))
    observed, total = sum(values), sum(w * n for w, n in weights)
    tail, at = tail_counts(weights, (total - abs(observed) // unit) // 2)
    nonzero = len(values) - zeros
    return SignflipResult(observed, len(values), nonzero, unit, weights, tail, at)
