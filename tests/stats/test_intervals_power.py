"""Intervals and the sign-model power against scipy, statsmodels and their definitions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from dreambench_lib.stats import (
    StatsInputError,
    clopper_pearson,
    matched_pair_interval,
    sign_p,
    sign_plan,
    signflip_test,
    wilson,
)

proportions = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
levels = st.sampled_from([0.8, 0.95, 0.99])


@given(proportions, levels)
def test_wilson_equals_statsmodels(counts: tuple[int, int], level: float) -> None:
    theirs = proportion_confint(*counts, alpha=1 - level, method="wilson")
    assert wilson(*counts, level) == pytest.approx(theirs, abs=1e-12)


@given(proportions, levels)
def test_clopper_pearson_equals_statsmodels(counts: tuple[int, int], level: float) -> None:
    theirs = proportion_confint(*counts, alpha=1 - level, method="beta")
    assert clopper_pearson(*counts, level) == pytest.approx(theirs, abs=1e-10)


@given(proportions)
def test_clopper_pearson_ends_by_definition(counts: tuple[int, int]) -> None:
    passes, cells = counts
    low, high = clopper_pearson(passes, cells)
    if passes:
        assert stats.binom.sf(passes - 1, cells, low) == pytest.approx(0.025, rel=1e-8)
    if passes < cells:
        assert stats.binom.cdf(passes, cells, high) == pytest.approx(0.025, rel=1e-8)
    assert 0 <= low <= passes / cells <= high <= 1


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 200))
def test_matched_pairs_agree_with_mcnemar(b: int, c: int, more: int) -> None:
    """The interval leaves out 0 exactly when the exact McNemar test rejects."""
    if b + c == 0:
        return
    low, high = matched_pair_interval(b, c, b + c + more)
    assert (low > 0 or high < 0) == (sign_p(b, c) <= Fraction(1, 20))
    assert low <= (b - c) / (b + c + more) <= high


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: wilson(5, 4), "5 passes of 4 cells"),
        (lambda: clopper_pearson(0, 0), "0 passes of 0 cells"),
        (lambda: wilson(0.5, 4), "passes is 0.5"),
        (lambda: wilson(1, 4, 95), "level is 95"),
        (lambda: matched_pair_interval(0, 0, 9), "no pair is discordant"),
        (lambda: matched_pair_interval(5, 5, 9), "at least 10 pairs"),
        (lambda: sign_plan(5), "5 nonzero clusters cannot reject"),
        (lambda: sign_plan(60, [1.2]), "share is 1.2"),
    ],
)
def test_refuses(call: object, says: str) -> None:
    with pytest.raises(StatsInputError, match=says):
        call()  # type: ignore[operator]


@given(st.integers(0, 40), st.integers(0, 40))
def test_sign_p_is_the_sign_flip_p(wins: int, losses: int) -> None:
    assert sign_p(wins, losses) == signflip_test([1] * wins + [-1] * losses).p_exact


@given(st.integers(6, 80), st.sampled_from([0.01, 0.05, 0.1]))
def test_critical_split_is_the_smallest(clusters: int, alpha: float) -> None:
    level = Fraction(str(alpha))
    if sign_p(clusters, 0) > level:
        return
    plan = sign_plan(clusters, alpha=alpha)
    assert plan.p_exact <= level < sign_p(plan.wins - 1, plan.losses + 1)


def test_power_by_definition() -> None:
    plan = sign_plan(20, [0.65, "1/2", 1])
    assert float(plan.power[Fraction(13, 20)]) == pytest.approx(stats.binom.sf(14, 20, 0.65))
    assert plan.power[Fraction(1, 2)] == plan.p_exact / 2
    assert plan.power[Fraction(1)] == 1


def test_rejects_at_alpha_exactly() -> None:
    assert sign_plan(6, alpha="1/32").split == "6-0"
