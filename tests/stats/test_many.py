"""The floating path keeps its proven bound, also where p is tiny."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from dreambench_lib.stats import (
    StatsInputError,
    relative_error_bound,
    signflip_p_many,
    signflip_test,
)

studies = arrays(
    np.int64, array_shapes(min_dims=2, max_dims=2, max_side=40), elements=st.integers(-5, 5)
)


def relative_error(p: float, exact: Fraction) -> float:
    return float(abs(Fraction(p) - exact) / exact)


@given(studies)
@settings(max_examples=60, deadline=None)
def test_within_the_bound(scores: np.ndarray) -> None:
    bound = relative_error_bound(scores.shape[1], 5 * scores.shape[1])
    for p, row in zip(signflip_p_many(scores), scores, strict=True):
        assert relative_error(float(p), signflip_test(row).p_exact) <= bound


def test_within_the_bound_at_a_thousand_clusters() -> None:
    rng = np.random.default_rng(7)
    drifts = [
        rng.choice([-3, -1, 0, 2, 3], 1000, p=[q, q, 0.2, 0.4 - q, 0.4 - q]) for q in (0.2, 0.1)
    ]
    scores = np.array([*drifts, np.full(1000, 3)])
    bound = relative_error_bound(1000, 3000)
    assert bound < 3e-13
    for p, row in zip(signflip_p_many(scores), scores, strict=True):
        assert relative_error(float(p), signflip_test(row).p_exact) <= bound
    assert signflip_p_many(scores)[2] == 2.0**-999


def test_no_studies_and_no_clusters() -> None:
    assert signflip_p_many(np.zeros((0, 5), dtype=int)).shape == (0,)
    assert signflip_p_many(np.zeros((2, 0), dtype=int)).tolist() == [1.0, 1.0]


def test_narrow_integers_do_not_wrap_around() -> None:
    scores = np.full((1, 60), -128, dtype=np.int8)
    assert signflip_p_many(scores)[0] == 2.0**-59
    assert signflip_p_many(np.array([[3, 1]], dtype=np.uint8))[0] == 0.5


@pytest.mark.parametrize(
    ("scores", "says"),
    [
        ([1, 2], "1-dimensional array of int64"),
        ([[1.0, 2.0]], "2-dimensional array of float64"),
        ([[True]], "array of bool"),
        (np.ones((1, 1001), dtype=int), "1001 clusters.*use signflip_test"),
    ],
)
def test_refuses(scores: object, says: str) -> None:
    with pytest.raises(StatsInputError, match=says):
        signflip_p_many(scores)
