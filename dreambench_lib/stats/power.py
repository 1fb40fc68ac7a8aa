"""Power of the sign-flip test when every nonzero cluster weighs the same: the sign test."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from dreambench_lib.stats.inputs import StatsInputError, open_level, probability, whole_number


@dataclass(frozen=True, slots=True)
class SignPlan:
    """The smallest majority of `clusters` nonzero clusters that the test rejects."""

    clusters: int
    wins: int
    losses: int
    p_exact: Fraction
    power: dict[Fraction, Fraction]
    """Probability that a cluster favours the first -> chance of rejecting in its favour."""

    @property
    def split(self) -> str:
        """The critical split as the paper writes it."""
        return f"{self.wins}-{self.losses}"


def sign_p(wins: Any, losses: Any) -> Fraction:
    """Two-sided sign-flip p of `wins` clusters at +1 and `losses` at -1.

    Null, exchangeability and source: `signflip_test`. Complexity: one binomial tail.

    >>> round(float(sign_p(39, 21)), 6)
    0.02734
    """
    wins, losses = whole_number(wins, "wins"), whole_number(losses, "losses")
    tail = sum(comb(wins + losses, i) for i in range(min(wins, losses) + 1))
    return min(Fraction(1), Fraction(2 * tail, 1 << wins + losses))


def sign_plan(clusters: Any, shares: Iterable[Any] = (), alpha: Any = 0.05) -> SignPlan:
    """The critical split and the exact power of the equal-weight sign model.

    Null: each nonzero cluster favours either side with probability 1/2. Alternative: it favours the
    first with probability `share`. Both independent over clusters (the traps are exchangeable
    units). Power counts rejections in favour of the first only, as the paper does: rejecting for
    the wrong side is no success.
    Source: arXiv:2608.20664, table 22. Complexity: `clusters` binomial terms per share.

    Args:
        clusters: Nonzero clusters; ties do not count (in P1 of v2 only 21 of 60 were nonzero).
        shares: Probabilities that a nonzero cluster favours the first.
        alpha: Two-sided level; rejects at p <= alpha.

    >>> plan = sign_plan(60, [0.7])
    >>> plan.split, round(float(plan.p_exact), 5), round(float(plan.power[Fraction(7, 10)]), 3)
    ('39-21', 0.02734, 0.838)
    """
    count, level = whole_number(clusters, "clusters"), open_level(alpha, "alpha")
    wins = next(
        (w for w in range((count + 1) // 2, count + 1) if sign_p(w, count - w) <= level), None
    )
    if wins is None:
        raise StatsInputError(
            f"{count} nonzero clusters cannot reject at alpha = {alpha}: even a unanimous vote has "
            f"p = {sign_p(count, 0)}; plan more clusters"
        )
    power = {}
    for given in shares:
        share = probability(given, "share")
        power[share] = _tail(count, wins, share)
    return SignPlan(count, wins, count - wins, sign_p(wins, count - wins), power)


def _tail(n: int, least: int, share: Fraction) -> Fraction:
    return sum(
        (comb(n, i) * share**i * (1 - share) ** (n - i) for i in range(least, n + 1)), Fraction(0)
    )
