"""FAMA against an oracle that follows the formula term by term, on every small tuple."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.score.counts import Counts, paper_fama
from dreambench_lib.forgetting.score.policies import (
    AS_RELEASED,
    EXCLUDE,
    UNDEFINED,
    Policy,
    coverage,
    policy,
    score,
)

ALL = [
    (a, n, b, m)
    for n, m in product(range(7), repeat=2)
    for a, b in product(range(n + 1), range(m + 1))
]
POSITIVE = [one for one in ALL if one[1] and one[3]]
ZERO = [one for one in ALL if not (one[1] and one[3])]


def oracle(a: int, n: int, b: int, m: int) -> Fraction:
    """The paper's words, one by one."""
    mpa = Fraction(a, n)
    faa = Fraction(b, m)
    weight = Fraction(m, n + m)
    return max(Fraction(0), mpa - weight * (1 - faa))


def test_729_positive_tuples_equal_the_oracle() -> None:
    assert len(POSITIVE) == 729
    for one in POSITIVE:
        assert paper_fama(Counts(*one)) == oracle(*one)
        for rule in (UNDEFINED, EXCLUDE, AS_RELEASED):
            assert score(Counts(*one), rule).fama == oracle(*one)


def test_55_zero_bucket_tuples_follow_the_policy() -> None:
    assert len(ZERO) == 55
    for one in ZERO:
        counts = Counts(*one)
        with pytest.raises(BadInput, match="named policy"):
            paper_fama(counts)
        assert score(counts).fama is None
        assert score(counts).treated == "undefined"
        assert score(counts, EXCLUDE).treated == "excluded"
        released = score(counts, AS_RELEASED)
        assert released.fama == (counts.mpa if counts.presence else 0)
        assert released.treated == "scored"


@pytest.mark.parametrize("case", ["no forgetting", "no presence", "no criteria"])
def test_each_empty_bucket_has_a_choice_of_its_own(case: str) -> None:
    sample = {"no forgetting": (1, 2, 0, 0), "no presence": (0, 0, 1, 2), "no criteria": (0,) * 4}
    place = list(sample).index(case)
    rule = Policy(*("exclude" if place == at else "undefined" for at in range(3)))
    for name, counts in sample.items():
        assert score(Counts(*counts), rule).treated == ("excluded" if name == case else "undefined")


@pytest.mark.parametrize(
    "bad",
    [(3, 2, 0, 0), (-1, 2, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0), (1.0, 2, 0, 0), (True, 2, 0, 0),
     ("1", 2, 0, 0), (None, 0, 0, 0), (0, 0, 2, 1)],
)  # fmt: skip
def test_out_of_domain_counters_raise(bad: Any) -> None:
    with pytest.raises(BadInput, match="counter"):
        Counts(*bad)


def test_a_policy_is_named_and_parsed_back() -> None:
    for one in (UNDEFINED, EXCLUDE, AS_RELEASED, Policy("exclude", "undefined", "as-released")):
        assert policy(one.name) == one
    with pytest.raises(BadInput, match="did you mean 'exclude'"):
        policy("excluded")
    with pytest.raises(BadInput, match="empty bucket"):
        policy("forget=exclude")
    with pytest.raises(BadInput, match="missing"):
        policy("forgetting=")


def test_coverage_counts_forgetting_buckets() -> None:
    assert coverage([Counts(1, 1, 0, 0), Counts(1, 1, 0, 1)]) == (1, 2)


counters = st.tuples(*[st.integers(1, 40)] * 2).flatmap(
    lambda totals: st.tuples(
        st.integers(0, totals[0]), st.just(totals[0]), st.integers(0, totals[1]), st.just(totals[1])
    )
)


@given(counters, st.integers(1, 9))
def test_bounds_scale_and_penalty(one: tuple[int, int, int, int], factor: int) -> None:
    value = paper_fama(Counts(*one))
    assert value == oracle(*one)
    assert value == paper_fama(Counts(*(factor * n for n in one)))
    mpa = Counts(*one).mpa
    assert mpa is not None
    assert 0 <= value <= mpa <= 1
    assert (value == mpa) == (one[2] == one[3] or mpa == 0)


@given(counters)
def test_more_satisfied_is_never_worse(one: tuple[int, int, int, int]) -> None:
    a, n, b, m = one
    value = paper_fama(Counts(*one))
    if a < n:
        assert paper_fama(Counts(a + 1, n, b, m)) > value or value == 0
    if b < m:
        assert paper_fama(Counts(a, n, b + 1, m)) >= value
