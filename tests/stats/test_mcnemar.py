"""Exact McNemar against the binomial, statsmodels, and its own definition."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar

from dreambench_lib.stats import StatsInputError, mcnemar_test, signflip_test

counts = st.integers(0, 60)


@given(counts, counts)
def test_definition(b: int, c: int) -> None:
    lower = Fraction(sum(comb(b + c, i) for i in range(min(b, c) + 1)), 2 ** (b + c))
    assert mcnemar_test(b, c).p_exact == min(1, 2 * lower)


@given(counts, counts)
def test_equals_statsmodels(b: int, c: int) -> None:
    theirs = mcnemar([[0, b], [c, 0]], exact=True).pvalue
    assert mcnemar_test(b, c).p == pytest.approx(theirs, rel=1e-9)


@given(counts, counts)
def test_is_the_sign_flip_test_of_single_cells(b: int, c: int) -> None:
    assert mcnemar_test(b, c).p_exact == signflip_test([1] * b + [-1] * c).p_exact


@given(counts, counts)
def test_symmetric(b: int, c: int) -> None:
    assert mcnemar_test(b, c).p_exact == mcnemar_test(c, b).p_exact


def test_no_discordant_pair() -> None:
    assert mcnemar_test(0, 0).p_exact == 1


@pytest.mark.parametrize("bad", [-1, 0.5, True, None, float("nan")])
def test_refuses(bad: object) -> None:
    with pytest.raises(StatsInputError, match=r"^c is"):
        mcnemar_test(1, bad)


def test_as_dict() -> None:
    assert mcnemar_test(7, 3).as_dict() == {"b": 7, "c": 3, "p": 0.34375, "p_exact": "11/32"}
