"""The sign-flip test: against plain enumeration, under invariances, and its refusals."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.stats import StatsInputError, signflip_test
from dreambench_lib.stats.tails.enumerate import enumerate_sums

seeds_scores = st.lists(st.integers(-3, 3), max_size=12)
any_scores = st.lists(st.one_of(st.integers(-9, 9), st.integers(-(10**12), 10**12)), max_size=10)
many_scores = st.lists(st.integers(-3, 3), max_size=150)


@given(st.one_of(seeds_scores, any_scores))
@settings(max_examples=300, deadline=None)
def test_equals_plain_enumeration(scores: list[int]) -> None:
    sums, D, total = enumerate_sums(scores), sum(scores), 2 ** len(scores)
    result = signflip_test(scores)

    def share(event: object) -> Fraction:
        return Fraction(sum(n for s, n in sums.items() if event(s)), total)  # type: ignore[operator]

    assert result.D == D
    assert result.p_exact == share(lambda s: abs(s) >= abs(D))
    assert result.p_greater == share(lambda s: s >= D)
    assert result.p_less == share(lambda s: s <= D)
    assert result.mid_p == result.p_exact - share(lambda s: abs(s) == abs(D)) / 2


@given(seeds_scores, st.sampled_from([0.01, 0.05, 0.3]))
@settings(max_examples=150, deadline=None)
def test_attained_size_is_the_rejection_rate(scores: list[int], alpha: float) -> None:
    sums, level = enumerate_sums(scores), Fraction(str(alpha))
    total = sum(sums.values())
    p_of = {s: Fraction(sum(n for r, n in sums.items() if abs(r) >= abs(s)), total) for s in sums}
    rejected = Fraction(sum(n for s, n in sums.items() if p_of[s] <= level), total)
    assert signflip_test(scores).attained_size(alpha) == rejected


@given(many_scores)
def test_sign_does_not_matter(scores: list[int]) -> None:
    one, other = signflip_test(scores), signflip_test([-s for s in scores])
    assert (one.p_exact, one.p_greater, one.mid_p) == (other.p_exact, other.p_less, other.mid_p)


@given(many_scores, st.randoms(use_true_random=False))
def test_order_does_not_matter(scores: list[int], random: object) -> None:
    shuffled = scores.copy()
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert signflip_test(shuffled) == signflip_test(scores)


@given(many_scores, st.integers(2, 10**15))
def test_a_common_factor_does_not_matter(scores: list[int], factor: int) -> None:
    one, other = signflip_test(scores), signflip_test([factor * s for s in scores])
    assert (one.p_exact, one.tail, one.at) == (other.p_exact, other.tail, other.at)
    assert factor * one.D == other.D


def test_a_common_factor_is_taken_out_before_counting() -> None:
    scores = [1, -1, 3, 2] * 100
    result = signflip_test([10**9 * s for s in scores])
    assert (result.unit, result.weights) == (10**9, ((1, 200), (2, 100), (3, 100)))
    assert result.p_exact == signflip_test(scores).p_exact


def test_attained_size_reaches_alpha_where_alpha_is_attainable() -> None:
    assert signflip_test([1] * 6).attained_size(Fraction(1, 32)) == Fraction(1, 32)
    assert signflip_test([1] * 5).attained_size(Fraction(1, 32)) == 0
    assert signflip_test([]).attained_size() == 0


@given(many_scores, st.integers(0, 50))
def test_zero_clusters_do_not_matter(scores: list[int], zeros: int) -> None:
    one, other = signflip_test(scores), signflip_test(scores + [0] * zeros)
    assert (one.p_exact, one.p_greater, one.nonzero) == (
        other.p_exact,
        other.p_greater,
        other.nonzero,
    )
    assert other.clusters == one.clusters + zeros


@given(many_scores)
def test_one_sided_tails_overlap_in_the_observed_sum(scores: list[int]) -> None:
    result = signflip_test(scores)
    assert result.p_greater + result.p_less == 1 + Fraction(result.at, result.total)
    if result.D:
        assert result.p_exact == 2 * min(result.p_greater, result.p_less)
    assert 0 < result.mid_p <= result.p_exact <= 1


@given(st.integers(-(10**30), 10**30))
def test_one_cluster_gives_one(score: int) -> None:
    assert signflip_test([score]).p_exact == 1


@given(st.integers(1, 200), st.integers(1, 3), st.sampled_from([1, -1]))
def test_all_signs_equal_gives_the_smallest_p(k: int, size: int, sign: int) -> None:
    result = signflip_test([sign * size] * k)
    assert result.p_exact == Fraction(1, 2 ** (k - 1)) == result.smallest_p


@pytest.mark.parametrize("scores", [[], [0, 0], [1, -1], [2, -1, -1]])
def test_no_difference_gives_one(scores: list[int]) -> None:
    assert signflip_test(scores).p == 1.0


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=400))
@settings(deadline=None)
def test_the_float_is_the_nearest_one(scores: list[int]) -> None:
    result = signflip_test(scores)
    nearest = float(result.p_exact)
    assert result.p == nearest
    assert abs(Fraction(result.p) - result.p_exact) <= Fraction(math.ulp(nearest)) / 2
    assert result.log10_p == pytest.approx(math.log10(nearest), abs=1e-9)


def test_more_than_1024_clusters() -> None:
    """Where floating counts overflow and other programs fail or quietly turn to sampling."""
    result = signflip_test([1] * 1030 + [-1] * 970)
    tail = sum(math.comb(2000, i) for i in range(971))
    assert result.p_exact == Fraction(2 * tail, 2**2000)
    assert result.p == pytest.approx(0.187, abs=1e-3)


def test_p_below_the_smallest_float() -> None:
    result = signflip_test([1] * 3000)
    assert result.p == 0.0
    assert result.p_exact == Fraction(1, 2**2999)
    assert result.log10_p == pytest.approx(-2999 * math.log10(2))


@pytest.mark.parametrize(
    "scores",
    [
        [1, -1, 3],
        (1, -1, 3),
        [1.0, -1.0, 3.0],
        np.array([1, -1, 3], dtype=np.int8),
        np.array([1.0, -1.0, 3.0]),
        pd.Series([1, -1, 3]),
        [np.int64(1), np.int64(-1), np.float32(3)],
        iter([1, -1, 3]),
    ],
)
def test_accepts_whole_numbers_of_any_kind(scores: object) -> None:
    assert signflip_test(scores).p_exact == Fraction(3, 4)  # type: ignore[arg-type]


def test_narrow_arrays_do_not_wrap_around() -> None:
    assert signflip_test(np.array([100, 100, 100], dtype=np.int8)).D == 300


@pytest.mark.parametrize(
    ("scores", "names", "remedy"),
    [
        ([1, 0.5], "scores[1] is 0.5", "common denominator"),
        ([1, math.nan], "scores[1] is NaN", "leave the cluster out"),
        (np.array([np.nan]), "scores[0] is NaN", "leave the cluster out"),
        ([math.inf], "scores[0] is inf", "common denominator"),
        (np.array([True, False]), "scores[0] is a boolean", "pair_outcomes"),
        ([1, True], "scores[1] is a boolean", "pair_outcomes"),
        ([1, np.True_], "scores[1] is a boolean", "pair_outcomes"),
        (pd.Series([True]), "scores[0] is a boolean", "pair_outcomes"),
        (["1"], "scores[0] is '1'", "whole numbers"),
        ([None], "scores[0] is None", "whole numbers"),
        ([1, 2 + 0j], "scores[1] is (2+0j)", "whole numbers"),
        ([Fraction(1, 2)], "scores[0] is Fraction(1, 2)", "common denominator"),
        (pd.Series([1, pd.NA]), "scores[1] is <NA>", "whole numbers"),
        (np.array([[1, 2]]), "scores[0] is [1, 2]", "whole numbers"),
        ("123", "scores must be a flat sequence", "list"),
        ({"t": 1}, "scores must be a flat sequence", "list"),
        (5, "single value 5", "list"),
        (np.int64(5), "single value 5", "list"),
    ],
)
def test_refuses_in_one_sentence(scores: object, names: str, remedy: str) -> None:
    with pytest.raises(ValueError, match=re.escape(names)) as caught:
        signflip_test(scores)  # type: ignore[arg-type]
    assert remedy in str(caught.value)
    assert "\n" not in str(caught.value)


def test_refuses_what_it_cannot_hold() -> None:
    with pytest.raises(StatsInputError, match=r"80 clusters.*coarser unit"):
        signflip_test([(-1) ** i * (10**15 + 7**i % 10**9) for i in range(80)])


def test_as_dict_is_plain() -> None:
    import json

    shown = signflip_test([3, -1, 2, 1, 0]).as_dict()
    assert json.loads(json.dumps(shown)) == shown
    assert shown["p_exact"] == "3/8"
    assert shown["nonzero"] == 4
