"""Planning a study: how many traps, and how small an effect it can see."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from dreambench_lib.stats.exactpower import Power, exact_power
from dreambench_lib.stats.inputs import StatsInputError, open_level, probability, whole_number
from dreambench_lib.stats.seedmodel import seed_model


class Effect(NamedTuple):
    """A difference of pass rates, and the power that the study has for it."""

    effect: Fraction
    power: Power


def clusters_needed(
    distribution: Any,
    power: Any = 0.8,
    alpha: Any = 0.05,
    *,
    most: Any = 500,
    profiles: int | None = 1_000,
) -> Power:
    """A number of clusters that reaches this power while one fewer does not, by bisection.

    Power rises in small saws, so somewhat fewer may reach it too by luck of the discrete levels.
    Null, alternative and source: `exact_power`, whose profiles are sampled here (fixed seed; the
    result carries the standard error) unless `profiles` is None. Complexity: about nine powers.

    >>> clusters_needed({1: 0.7, -1: 0.3}, profiles=None).clusters
    51
    """
    target, highest = float(open_level(power, "power")), whole_number(most, "most")
    found: dict[int, Power] = {}

    def reaches(clusters: int) -> bool:
        found[clusters] = exact_power(clusters, distribution, alpha, profiles=profiles)
        return found[clusters].power >= target

    if not reaches(highest):
        raise StatsInputError(
            f"{highest} clusters reach a power of {found[highest].power:.3f}, not {target}: "
            "raise `most`, or look for a larger effect"
        )
    return found[_bisect(0, highest, reaches)]


def smallest_effect(
    clusters: Any,
    discordance: Any,
    *,
    seeds: Any = 3,
    correlation: Any = 0.5,
    power: Any = 0.8,
    alpha: Any = 0.05,
    profiles: int | None = 1_000,
) -> Effect | None:
    """The smallest difference of pass rates, to a thousandth, that the study would find.

    Model: `seed_model` with ``win + loss = discordance``; the effect is ``win - loss``. Comparing
    calls with more seeds or more clusters shows how the two trade. Complexity: ten powers.

    Args:
        clusters: Number of traps.
        discordance: Share of cells where exactly one side passes.
        seeds: Seeds per trap.
        correlation: Within-trap correlation.
        power: Chance of rejecting in the right direction.
        alpha: Two-sided level.
        profiles: As in `exact_power`; sampled by default.

    Returns:
        The effect, or None if even wins alone would be missed.

    >>> smallest_effect(30, "0.3", seeds=1, profiles=None).effect
    Fraction(11, 40)
    """
    target, total = float(open_level(power, "power")), probability(discordance, "discordance")

    found: dict[int, Power] = {}

    def reaches(thousandths: int) -> bool:
        effect = Fraction(thousandths, 1000)
        model = seed_model((total + effect) / 2, (total - effect) / 2, seeds, correlation)
        found[thousandths] = exact_power(clusters, model, alpha, profiles=profiles)
        return found[thousandths].power >= target

    highest = int(total * 1000)
    if not reaches(highest):
        return None
    least = _bisect(0, highest, reaches)
    return Effect(Fraction(least, 1000), found[least])


def _bisect(low: int, high: int, reaches: Callable[[int], bool]) -> int:
    """An integer that reaches while its predecessor does not; `high` is known to reach."""
    while high - low > 1:
        middle = (low + high) // 2
        if reaches(middle):
            high = middle
        else:
            low = middle
    return high
