"""Four exact ways to one tail: each equals the definition, and they equal each other."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.stats.inputs import StatsInputError
from dreambench_lib.stats.tails import method_for, tail_counts
from dreambench_lib.stats.tails.enumerate import enumerate_sums
from dreambench_lib.stats.tails.halves import halves_tail
from dreambench_lib.stats.tails.order5 import order5_tail
from dreambench_lib.stats.tails.packing import packed_coefficients, packed_tail
from dreambench_lib.stats.tails.recurrence import coefficients, common_multiple, recurrence_tail

GENERAL = [packed_tail, recurrence_tail, halves_tail]


@st.composite
def problems(draw: st.DrawFn, largest: int, most: int) -> tuple[tuple[tuple[int, int], ...], int]:
    sizes = draw(st.dictionaries(st.integers(1, largest), st.integers(1, most), max_size=4))
    weights = tuple(sorted(sizes.items()))
    return weights, draw(st.integers(0, sum(w * n for w, n in weights)))


def by_subsets(weights: tuple[tuple[int, int], ...], bound: int) -> tuple[int, int]:
    flat = [w for w, n in weights for _ in range(n)]
    sums = [sum(s) for s in chain(*(combinations(flat, r) for r in range(len(flat) + 1)))]
    return sum(s <= bound for s in sums), sums.count(bound)


@pytest.mark.parametrize("method", [*GENERAL, tail_counts])
@given(problem=problems(12, 3))
@settings(max_examples=60, deadline=None)
def test_equals_the_definition(method: object, problem: tuple) -> None:
    assert method(*problem) == by_subsets(*problem)  # type: ignore[operator]


@pytest.mark.parametrize("method", GENERAL)
@given(counts=st.tuples(*[st.integers(0, 120)] * 3), share=st.floats(0, 1))
@settings(max_examples=25, deadline=None)
def test_order5_equals_the_general_ways(method: object, counts: tuple, share: float) -> None:
    weights = [(w, n) for w, n in zip((1, 2, 3), counts, strict=True) if n]
    bound = int(share * sum(w * n for w, n in weights))
    assert method(weights, bound) == order5_tail(*counts, bound)  # type: ignore[operator]


@given(problems(30, 40))
@settings(max_examples=40, deadline=None)
def test_general_ways_agree_at_size(problem: tuple) -> None:
    assert packed_tail(*problem) == recurrence_tail(*problem) == tail_counts(*problem)


@given(problems(15, 20))
@settings(max_examples=40, deadline=None)
def test_coefficient_lists(problem: tuple) -> None:
    weights, _ = problem
    spread = sum(w * n for w, n in weights)
    found = coefficients(weights, spread)
    assert found == packed_coefficients(weights, spread)
    assert found == found[::-1]
    assert sum(found) == 2 ** sum(n for _, n in weights)


def test_common_multiple_of_one_weight() -> None:
    for weight in range(1, 40):
        assert common_multiple((weight,)) == (1, *[0] * (weight - 1), 1)


def test_enumeration_counts_every_pattern() -> None:
    assert enumerate_sums([2, 1]) == Counter({3: 1, 1: 1, -1: 1, -3: 1})
    assert enumerate_sums([]) == Counter({0: 1})


@pytest.mark.parametrize(
    ("weights", "bound", "method"),
    [
        (((1, 20), (3, 10)), 20, "packing"),
        (((1, 200), (3, 100)), 200, "order5"),
        (((1, 3000), (5, 3000)), 9000, "recurrence"),
        (tuple((10**9 + i, 1) for i in range(30)), 10**10, "halves"),
    ],
)
def test_choice(weights: tuple, bound: int, method: str) -> None:
    assert method_for(weights, bound) == method


def test_refuses_before_it_starts() -> None:
    with pytest.raises(StatsInputError, match="coarser unit"):
        method_for(tuple((10**12 + i, 1) for i in range(100)), 10**13)
