"""Power of the clustered sign-flip test for any distribution of cluster scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.stats import binom

from dreambench_lib.stats.inputs import StatsInputError, open_level, whole_number
from dreambench_lib.stats.seedmodel import score_distribution

Floats = npt.NDArray[np.float64]
_MOST_PROFILES = 200_000
_RARE = 1e-12


@dataclass(frozen=True, slots=True)
class Power:
    """The chance of rejecting in favour of the first, and of rejecting for the wrong side."""

    clusters: int
    power: float
    wrong_side: float
    error: float
    """Exact: the probability of the rarest profiles, not visited. Sampled: the standard error."""
    sampled: bool


class _Size(NamedTuple):
    """One absolute score: its value, its chance, and the chance of a minus sign given it."""

    value: int
    chance: float
    minus: float


def exact_power(
    clusters: Any, distribution: Any, alpha: Any = 0.05, *, profiles: int | None = None
) -> Power:
    """Power of the two-sided sign-flip test when cluster scores follow a given distribution.

    Alternative: scores are independent draws from `distribution`, any one over integers; the null
    and its exchangeability are those of `signflip_test`. The test conditions on the absolute
    scores, so power is the mean, over all profiles (how many clusters have each absolute score), of
    the chance that the signs put the sum beyond that profile's own critical value. Signs are never
    simulated.
    Source: generalises table 22 of arXiv:2608.20664 (`sign_plan`) to unequal weights and ties.
    Complexity: one convolution per profile; 60 clusters of scores -3..3 have 40,000 profiles, some
    seconds. Floats, relative error around 1e-12.

    Args:
        clusters: Number of clusters (traps), ties included.
        distribution: Score -> probability, or score -> count of an observed histogram.
        alpha: Two-sided level; rejects at p <= alpha.
        profiles: Sample this many profiles (fixed seed) instead of visiting all; the result says
            so and carries its standard error. Needed when there are too many to visit.

    >>> round(exact_power(20, {1: 0.65, -1: 0.35}).power, 3)
    0.245
    """
    count, level = whole_number(clusters, "clusters"), float(open_level(alpha, "alpha"))
    chances = {score: float(p) for score, p in score_distribution(distribution).items()}
    sizes = [
        _Size(value, both, chances.get(-value, 0.0) / both)
        for value in sorted({abs(score) for score in chances if score})
        for both in [chances.get(value, 0.0) + chances.get(-value, 0.0)]
    ]
    zero = chances.get(0, 0.0)
    if profiles is not None:
        return _sampled(count, sizes, zero, level, whole_number(profiles, "profiles"))
    if profile_count(count, len(sizes)) > _MOST_PROFILES:
        raise StatsInputError(
            f"{count} clusters with {len(sizes)} absolute scores have too many profiles to visit: "
            "pass profiles=5000 to sample them, which the result then says"
        )
    right = wrong = seen = 0.0
    for chance, profile in _profiles(count, sizes, zero):
        one, other = _rejection(profile, sizes, level)
        right, wrong, seen = right + chance * one, wrong + chance * other, seen + chance
    return Power(count, right, wrong, max(0.0, 1.0 - seen), sampled=False)


def profile_count(clusters: int, sizes: int) -> int:
    """How many profiles there are: the ways to share clusters among the sizes and zero.

    >>> profile_count(60, 3)
    39711
    """
    return comb(clusters + sizes, sizes)


def _sampled(count: int, sizes: list[_Size], zero: float, level: float, draws: int) -> Power:
    if draws < 2:
        raise StatsInputError(f"profiles is {draws}: sample at least two")
    chances = np.array([zero, *(size.chance for size in sizes)])
    drawn = np.random.default_rng(0).multinomial(count, chances / chances.sum(), size=draws)
    found = np.array([_rejection(tuple(map(int, row[1:])), sizes, level) for row in drawn])
    error = float(found[:, 0].std(ddof=1) / np.sqrt(draws))
    return Power(count, float(found[:, 0].mean()), float(found[:, 1].mean()), error, sampled=True)


def _profiles(
    count: int, sizes: list[_Size], zero: float
) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Every profile that is not too rare to matter, with its multinomial probability."""
    later = list(accumulate((size.chance for size in reversed(sizes)), initial=zero))[::-1]

    def extend(chance: float, left: int, done: tuple[int, ...]) -> Iterator[Any]:
        at = len(done)
        if at == len(sizes):
            yield chance * zero**left, done
            return
        for n in range(left + 1):
            here = chance * comb(left, n) * sizes[at].chance ** n
            if here * later[at + 1] ** (left - n) > _RARE:
                yield from extend(here, left - n, (*done, n))

    return extend(1.0, count, ())


def _rejection(profile: tuple[int, ...], sizes: list[_Size], level: float) -> tuple[float, float]:
    """Chance of rejecting for the first and for the second, given the absolute scores."""
    null = real = np.ones(1)
    for n, size in zip(profile, sizes, strict=True):
        if n:
            null = np.convolve(null, _negatives(n, size.value, 0.5))
            real = np.convolve(real, _negatives(n, size.value, size.minus))
    # Both are indexed by the total weight of the negative clusters: few of it favours the first.
    bound = int(np.searchsorted(np.cumsum(null), level / 2 * (1 + 1e-12), "right"))
    return float(real[:bound].sum()), float(real[len(real) - bound :].sum())


@lru_cache(maxsize=4096)
def _negatives(n: int, value: int, minus: float) -> Floats:
    """Distribution of the total weight of negative signs among n clusters of one absolute score."""
    spread: Floats = np.zeros(n * value + 1)
    spread[::value] = binom.pmf(np.arange(n + 1), n, minus)
    return spread
