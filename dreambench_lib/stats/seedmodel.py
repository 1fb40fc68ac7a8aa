"""How seeds of one trap hang together: the distribution of a cluster score, in closed form."""

from __future__ import annotations

from fractions import Fraction
from math import factorial, prod
from typing import Any

from dreambench_lib.stats.inputs import (
    StatsInputError,
    exact,
    probability,
    whole_number,
    whole_numbers,
)

ScoreDistribution = dict[int, Fraction]
"""Cluster score -> probability."""


def seed_model(win: Any, loss: Any, seeds: Any, correlation: Any) -> ScoreDistribution:
    """The distribution of wins minus losses over the seeds of one trap.

    Each seed is a win of the first, a loss, or a tie; a trap's own rates vary around
    ``(win, loss, rest)`` by a Dirichlet law, so two seeds of one trap agree more often than seeds
    of different traps. `correlation` is the within-trap (intra-class) correlation: 0 makes seeds
    independent, 1 makes all seeds of a trap equal, and then a seed more says nothing.
    Assumption: one correlation for wins, losses and ties.
    Complexity: all splits of `seeds` into three.

    Args:
        win: Chance that a seed is passed by the first only.
        loss: Chance that it is passed by the second only.
        seeds: Seeds per trap.
        correlation: Within-trap correlation between 0 and 1.

    >>> seed_model("1/4", "1/4", 1, 0)
    {-1: Fraction(1, 4), 0: Fraction(1, 2), 1: Fraction(1, 4)}
    >>> seed_model("1/4", "1/4", 3, 1)
    {-3: Fraction(1, 4), 0: Fraction(1, 2), 3: Fraction(1, 4)}
    """
    wins_rate, losses_rate = probability(win, "win"), probability(loss, "loss")
    ties_rate = 1 - wins_rate - losses_rate
    count = whole_number(seeds, "seeds")
    rho = probability(correlation, "correlation")
    if count < 1 or ties_rate < 0:
        raise StatsInputError(
            f"win {win} + loss {loss} over {seeds} seeds is no model: "
            "the chances must add up to at most 1 over one seed or more"
        )
    found: ScoreDistribution = {}
    for wins in range(count + 1):
        for losses in range(count + 1 - wins):
            split = (wins, losses, count - wins - losses)
            chance = _chance(split, (wins_rate, losses_rate, ties_rate), rho)
            if chance:
                found[wins - losses] = found.get(wins - losses, Fraction(0)) + chance
    return dict(sorted(found.items()))


def score_distribution(distribution: Any) -> ScoreDistribution:
    """A checked distribution: integer scores with probabilities that add up to 1.

    Weights that are whole numbers, such as an observed histogram, are divided by their sum.
    Complexity: linear in the scores.

    >>> score_distribution({1: 3, 0: 1})
    {0: Fraction(1, 4), 1: Fraction(3, 4)}
    """
    given = dict(distribution)
    weights = {
        score: exact(weight, f"the weight of score {score}")
        for score, weight in zip(whole_numbers(list(given)), given.values(), strict=True)
    }
    total = sum(weights.values(), Fraction(0))
    whole_weights = all(weight.denominator == 1 for weight in weights.values())
    if not weights or min(weights.values()) < 0 or total <= 0:
        raise StatsInputError("the distribution needs scores with non-negative weights")
    if not whole_weights and abs(total - 1) > Fraction(1, 10**9):
        raise StatsInputError(
            f"the probabilities of the scores add up to {float(total)}: make them add up to 1"
        )
    return {score: weight / total for score, weight in sorted(weights.items()) if weight}


def _chance(split: tuple[int, ...], rates: tuple[Fraction, ...], rho: Fraction) -> Fraction:
    """Dirichlet-multinomial; each seed of a kind already seen makes the next one likelier."""
    if rho == 1:  # the limit: the first seed decides all
        return sum(
            (rate for n, rate in zip(split, rates, strict=True) if n == sum(split)), Fraction(0)
        )
    ways = Fraction(factorial(sum(split)), prod(map(factorial, split)))
    rising = [
        prod(((1 - rho) * rate + rho * i for i in range(n)), start=Fraction(1))
        for n, rate in zip(split, rates, strict=True)
    ]
    whole = prod((1 - rho + rho * i for i in range(sum(split))), start=Fraction(1))
    return ways * prod(rising, start=Fraction(1)) / whole
