"""A certificate proves its p; anything changed in it does not pass."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.stats import (
    StatsInputError,
    certify,
    check_certificate,
    compare,
    signflip_test,
)

scores_lists = st.lists(st.integers(-60, 60), max_size=40)


@given(scores_lists)
@settings(max_examples=60, deadline=None)
def test_proves_the_test(scores: list[int]) -> None:
    proof = certify(scores)
    assert check_certificate(proof, scores)
    assert proof.p == signflip_test(scores).p_exact


@given(st.lists(st.integers(-5, 5).filter(bool), min_size=2, max_size=30), st.data())
@settings(max_examples=60, deadline=None)
def test_a_moved_count_is_found(scores: list[int], data: st.DataObject) -> None:
    proof = certify(scores)
    take = data.draw(st.sampled_from([m for m, n in enumerate(proof.counts) if n]))
    give = data.draw(st.integers(0, len(proof.counts) - 1).filter(lambda m: m != take))
    counts = list(proof.counts)
    counts[take] -= 1
    counts[give] += 1
    assert not check_certificate(replace(proof, counts=tuple(counts)), scores)


def test_other_lies_are_found() -> None:
    scores = [3, -1, 2, 1, 0]
    proof = certify(scores)
    assert not check_certificate(replace(proof, p=Fraction(1, 4)), scores)
    assert not check_certificate(replace(proof, D=4), scores)
    assert not check_certificate(replace(proof, unit=2), scores)
    assert not check_certificate(proof, [3, -1, 2, 1, 1])
    assert not check_certificate(proof, [3, -1, 2, -1, 0])


def test_a_unit_that_does_not_divide_the_scores_is_found() -> None:
    """Halved and rounded down, 3 and -1 would prove p = 1/2 instead of 1."""
    forged = replace(certify([3, -1]), unit=2, counts=(2, 2, 0), p=Fraction(1, 2))
    assert certify([3, -1]).p == 1
    assert not check_certificate(forged, [3, -1])


def test_the_published_primary(cells: object) -> None:
    scores = list(compare(cells, "DF-hybrid", "B5").scores.values())  # type: ignore[arg-type]
    proof = certify(scores)
    assert proof.p == Fraction(271801, 524288)
    assert check_certificate(proof, scores)


def test_refuses_an_endless_list() -> None:
    with pytest.raises(StatsInputError, match="too many to list"):
        certify([10**9, 1])
