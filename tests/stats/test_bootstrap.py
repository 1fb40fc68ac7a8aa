"""The exact bootstrap equals enumerating every resample, and simulation converges to it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.stats import StatsInputError, cluster_bootstrap

samples = st.lists(st.integers(-3, 3), min_size=1, max_size=5)


def by_enumeration(scores: list[int], sizes: list[int], level: Fraction) -> tuple:
    kinds = list(zip(scores, sizes, strict=True))
    means = Counter(
        Fraction(sum(s for s, _ in draw), sum(n for _, n in draw))
        for draw in product(kinds, repeat=len(kinds))
    )
    total, running, ends = len(kinds) ** len(kinds), 0, []
    targets = [(1 - level) / 2, (1 + level) / 2]
    for mean in sorted(means):
        running += means[mean]
        while targets and Fraction(running, total) >= targets[0]:
            ends.append(mean)
            targets.pop(0)
    covered = sum(n for mean, n in means.items() if ends[0] <= mean <= ends[1])
    return ends[0], ends[1], Fraction(covered, total)


@given(samples, st.data(), st.sampled_from(["0.95", "0.8", "0.5"]))
@settings(max_examples=150, deadline=None)
def test_equals_every_resample(scores: list[int], data: st.DataObject, level: str) -> None:
    size = st.lists(st.integers(1, 4), min_size=len(scores), max_size=len(scores))
    sizes = data.draw(size)
    found = cluster_bootstrap(scores, sizes, level)
    expected = by_enumeration(scores, sizes, Fraction(level))
    assert (found.low, found.high, found.covered) == expected
    assert found.estimate == Fraction(sum(scores), sum(sizes))
    assert found.covered >= found.level


@given(samples)
def test_one_size_for_all(scores: list[int]) -> None:
    assert cluster_bootstrap(scores, 3) == cluster_bootstrap(scores, [3] * len(scores))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=60), st.integers(-50, 50))
@settings(deadline=None, max_examples=40)
def test_shift_and_mirror(scores: list[int], shift: int) -> None:
    one, moved = cluster_bootstrap(scores), cluster_bootstrap([s + shift for s in scores])
    assert (moved.low, moved.high) == (one.low + shift, one.high + shift)


def test_simulation_agrees() -> None:
    scores = [0] * 25 + [1] * 5 + [2] * 10 + [3] * 20
    found = cluster_bootstrap(scores, 3)
    draws = np.random.default_rng(0).choice(scores, (40_000, 60)).mean(axis=1) / 3
    assert float(found.low) == pytest.approx(np.quantile(draws, 0.025), abs=1 / 180)
    assert float(found.high) == pytest.approx(np.quantile(draws, 0.975), abs=1 / 180)


def test_no_spread_no_interval() -> None:
    found = cluster_bootstrap([2] * 10, 3)
    assert found.low == found.high == found.estimate == Fraction(2, 3)
    assert found.covered == 1


def test_as_dict() -> None:
    shown = cluster_bootstrap([3, 0, 1, 2], sizes=3).as_dict()
    assert (shown["low_exact"], shown["high_exact"], shown["clusters"]) == ("1/6", "5/6", 4)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (([],), "scores are empty"),
        (([1, 2], [1]), "one positive integer for each of the 2"),
        (([1, 2], 0), "one positive integer"),
        (([1, 2], [1, 1.5]), r"sizes\[1\] is 1.5"),
        (([1], 1, 1), "level is 1"),
        (([0.5],), r"scores\[0\] is 0.5"),
        (([0, 10**7, 5],), "coarser unit"),
    ],
)
def test_refuses(args: tuple, says: str) -> None:
    with pytest.raises(StatsInputError, match=says):
        cluster_bootstrap(*args)
