"""The interval is the set of shifts that the exact test keeps; margins agree with it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.stats import (
    StatsInputError,
    compare,
    equivalence_test,
    noninferiority_test,
    signflip_interval,
    signflip_test,
    superiority_test,
)

LEVELS = ["0.95", "0.8", "0.5"]


@st.composite
def clusters(draw: st.DrawFn, most: int = 9) -> tuple[list[int], list[int]]:
    scores = draw(st.lists(st.integers(-3, 3), min_size=1, max_size=most))
    size = st.lists(st.integers(1, 3), min_size=len(scores), max_size=len(scores))
    return scores, draw(st.one_of(size, st.just([3] * len(scores))))


def one_sided(scores: list[int], sizes: list[int], shift: Fraction) -> Fraction:
    """Share of sign patterns whose sum of (d - shift n) is at least the observed one."""
    rest = [d - shift * n for d, n in zip(scores, sizes, strict=True)]
    patterns = product((1, -1), repeat=len(rest))
    hits = sum(
        sum(s * r for s, r in zip(signs, rest, strict=True)) >= sum(rest) for signs in patterns
    )
    return Fraction(hits, 2 ** len(rest))


@given(clusters(7), st.sampled_from(LEVELS))
@settings(max_examples=60, deadline=None)
def test_ends_are_where_the_test_turns(data: tuple, level: str) -> None:
    scores, sizes = data
    found, tail = signflip_interval(scores, sizes, level), (1 - Fraction(level)) / 2
    mirrored = [-d for d in scores]
    step = Fraction(1, 10**6)
    for end, side in ((found.low, scores), (found.high and -found.high, mirrored)):
        if end is None:
            assert one_sided(side, sizes, Fraction(-(10**6))) > tail
        else:
            assert one_sided(side, sizes, end) > tail
            assert one_sided(side, sizes, end - step) <= tail


@given(clusters(40), st.sampled_from(LEVELS))
@settings(max_examples=80, deadline=None)
def test_leaves_out_zero_exactly_when_the_test_rejects(data: tuple, level: str) -> None:
    scores, sizes = data
    found = signflip_interval(scores, sizes, level)
    outside = (found.low is not None and found.low > 0) or (
        found.high is not None and found.high < 0
    )
    assert outside == (signflip_test(scores).p_exact <= 1 - Fraction(level))


@given(clusters(15), st.sampled_from(["0.95", "0.9"]))
@settings(max_examples=60, deadline=None)
def test_mirror_and_shift(data: tuple, level: str) -> None:
    scores, sizes = data
    one = signflip_interval(scores, sizes, level)
    mirrored = signflip_interval([-d for d in scores], sizes, level)
    moved = signflip_interval([d + 2 * n for d, n in zip(scores, sizes, strict=True)], sizes, level)
    if one.low is None:
        assert mirrored.high is None
        assert moved.low is None
    else:
        assert mirrored.high == -one.low
        assert moved.low == one.low + 2


@given(clusters(25), st.sampled_from(["0.1", "1/3", "0.5"]), st.sampled_from([0.05, 0.1]))
@settings(max_examples=80, deadline=None)
def test_equivalence_is_the_interval_inside_the_margin(
    data: tuple, margin: str, alpha: float
) -> None:
    scores, sizes = data
    interval = signflip_interval(scores, sizes, 1 - 2 * Fraction(str(alpha)))
    inside = (
        interval.low is not None
        and interval.high is not None
        and -Fraction(margin) < interval.low
        and interval.high < Fraction(margin)
    )
    assert equivalence_test(scores, sizes, margin, alpha).equivalent == inside


@given(clusters(8), st.sampled_from(["0", "0.1", "2/3"]))
@settings(max_examples=40, deadline=None)
def test_margin_p_by_enumeration(data: tuple, margin: str) -> None:
    scores, sizes = data
    width, mirrored = Fraction(margin), [-d for d in scores]
    assert noninferiority_test(scores, sizes, margin).p_exact == one_sided(scores, sizes, -width)
    assert superiority_test(scores, sizes, margin).p_exact == one_sided(scores, sizes, width)
    if width:
        both = equivalence_test(scores, sizes, margin)
        assert both.p_above_lower == one_sided(scores, sizes, -width)
        assert both.p_below_upper == one_sided(mirrored, sizes, -width)
        assert both.p_exact == max(both.p_above_lower, both.p_below_upper)


def test_coverage_on_a_symmetric_shift() -> None:
    """At the assumed model the interval covers the shift at least as often as it says."""
    rng = np.random.default_rng(11)
    draws = rng.choice([-2, -1, 0, 1, 2], (400, 25), p=[0.1, 0.25, 0.3, 0.25, 0.1]) + 1
    covered = 0
    for scores in draws:
        found = signflip_interval(scores, 3)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= Fraction(1, 3) <= found.high
    assert covered / 400 > 0.93


def test_the_published_primary(cells: pd.DataFrame) -> None:
    scores = compare(cells, "DF-hybrid", "B5").scores.values()
    found = signflip_interval(scores, 3)
    assert found.estimate == Fraction(6, 180)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0 < found.high
    assert not equivalence_test(scores, 3, margin="0.1").equivalent
    assert equivalence_test(scores, 3, margin="0.15").equivalent


def test_too_few_clusters_bound_nothing() -> None:
    shown = signflip_interval([3, 2, 3], 3).as_dict()
    assert (shown["low"], shown["high"]) == (None, None)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: signflip_interval([], 3), "scores are empty"),
        (lambda: signflip_interval([1], [1, 2]), "one positive integer for each of the 1"),
        (lambda: signflip_interval(range(-900, 900), 1), "use cluster_bootstrap"),
        (lambda: equivalence_test([1, 0], 3, 0), "margin is 0"),
        (lambda: equivalence_test([1, 0], 3, -0.1), "margin is -0.1"),
        (lambda: superiority_test([1, 0], 3, float("nan")), "margin is nan"),
        (lambda: noninferiority_test([1, 0], 3, True), "margin is True"),
        (lambda: equivalence_test([0.5], 3, 0.1), r"scores\[0\] is 0.5"),
    ],
)
def test_refuses(call: object, says: str) -> None:
    with pytest.raises(StatsInputError, match=says):
        call()  # type: ignore[operator]


def test_a_margin_has_no_default() -> None:
    with pytest.raises(TypeError):
        equivalence_test([1, 0], 3)  # type: ignore[call-arg]
