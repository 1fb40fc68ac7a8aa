"""How much the cells that are missing could change: the bounds over every way to fill them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dreambench_lib.stats.inputs import as_text
from dreambench_lib.stats.missing import Hole
from dreambench_lib.stats.signflip import signflip_test

Table = dict[tuple[str, Any], Any]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The range of the difference and of its two-sided p over all fillings of the holes."""

    lowest_D: int
    highest_D: int
    smallest_p: Fraction
    largest_p: Fraction

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values; exact numbers as ``numerator/denominator``."""
        return {
            "D": [self.lowest_D, self.highest_D],
            "p": [float(self.smallest_p), float(self.largest_p)],
            "p_exact": [as_text(self.smallest_p), as_text(self.largest_p)],
        }


def least_favourable(
    first: Mapping[tuple[str, Any], Any],
    second: Mapping[tuple[str, Any], Any],
    absent: Sequence[Hole],
) -> tuple[Table, Table, Bounds]:
    """Both sides with every hole filled so that the two-sided p is as large as it can be.

    The one-sided p of `signflip_test` is the share of cluster subsets A with ``sum_A d <= 0``, so
    lowering any score can only raise it: all holes against a side give that side's extreme, and
    nothing in between goes further. Where the extremes lie on both sides of zero some filling has
    D = 0, hence p = 1.
    Complexity: two sign-flip tests.

    >>> first = {("s", 1): 1, ("t", 1): 1, ("u", 1): 1}
    >>> second = {("s", 1): 0, ("t", 1): 0}
    >>> least_favourable(first, second, [Hole("second", "u", 1)])[2]
    Bounds(lowest_D=2, highest_D=3, smallest_p=Fraction(1, 4), largest_p=Fraction(1, 2))
    """
    low, high = (_filled(first, second, absent, wins) for wins in (0, len(absent)))
    at = {wins: signflip_test(_scores(*sides)) for wins, sides in ((0, low), (len(absent), high))}
    worst, best = at[0], at[len(absent)]
    if worst.D > 0:
        chosen, largest = low, worst.p_exact
    elif best.D < 0:
        chosen, largest = high, best.p_exact
    else:
        chosen, largest = _filled(first, second, absent, -worst.D), Fraction(1)
    ends = [end.p_exact for end, far in ((best, best.D > 0), (worst, worst.D < 0)) if far]
    return *chosen, Bounds(worst.D, best.D, min(ends, default=Fraction(1)), largest)


def _filled(
    first: Mapping[tuple[str, Any], Any],
    second: Mapping[tuple[str, Any], Any],
    absent: Sequence[Hole],
    wins: int,
) -> tuple[Table, Table]:
    """The first `wins` holes filled for the first side, the others for the second."""
    sides = {"first": dict(first), "second": dict(second)}
    for number, hole in enumerate(absent):
        sides[hole.side][hole.cluster, hole.seed] = int((hole.side == "first") == (number < wins))
    return sides["first"], sides["second"]


def _scores(first: Table, second: Table) -> list[int]:
    scores: dict[str, int] = {}
    for cluster, seed in first:
        change = int(first[cluster, seed]) - int(second[cluster, seed])
        scores[cluster] = scores.get(cluster, 0) + change
    return list(scores.values())
