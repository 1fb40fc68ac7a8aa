"""The ends found by floats are those that exact integers give, at any width."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.stats import StatsInputError, bootstrap_ends, cluster_bootstrap
from dreambench_lib.stats import ends as ends_module

clusters = st.lists(
    st.integers(1, 7).flatmap(lambda size: st.tuples(st.integers(-2, size), st.just(size))),
    min_size=1,
    max_size=16,
)
levels = st.sampled_from(["0.95", "0.9", "0.5", "0.999"])


def exact(rows: list[tuple[int, int]], level: Any) -> tuple[Fraction, Fraction]:
    interval = cluster_bootstrap([n for n, _ in rows], [d for _, d in rows], level)
    return interval.low, interval.high


@given(clusters, levels)
@settings(max_examples=40, deadline=None)
def test_equal_to_the_slow_path(rows: list[tuple[int, int]], level: str) -> None:
    found = bootstrap_ends([n for n, _ in rows], [d for _, d in rows], level)
    assert tuple(found) == exact(rows, level)


@given(clusters.filter(lambda rows: len(set(rows)) > 1), levels)
@settings(max_examples=40, deadline=None)
def test_floats_alone_give_them_or_say_nothing(rows: list[tuple[int, int]], level: str) -> None:
    kinds = tuple(sorted({row: rows.count(row) for row in rows}.items()))
    found = ends_module._by_floats(ends_module._Grid.of(kinds), Fraction(level))
    assert found is None or tuple(found) == exact(rows, level)


def test_a_step_upon_the_level_is_left_to_integers() -> None:
    # Four resamples of two clusters: the distribution stands at 1/4 and 3/4 exactly.
    kinds = (((0, 1), 1), ((1, 1), 1))
    assert ends_module._by_floats(ends_module._Grid.of(kinds), Fraction(1, 2)) is None
    assert tuple(bootstrap_ends([0, 1], 1, "0.5")) == exact([(0, 1), (1, 1)], "0.5")


def test_the_error_bound_holds_where_integers_can_tell() -> None:
    kinds = tuple(((n, 3), 1 + n) for n in range(4))
    grid = ends_module._Grid.of(kinds)
    chance, slack = ends_module._power(grid)
    ways = [1]
    for _ in range(grid.clusters):
        longer = [0] * (len(ways) + 3)
        for at, count in enumerate(ways):
            for n in range(4):
                longer[at + n] += count * (1 + n)
        ways = longer
    total = grid.clusters**grid.clusters
    sums = [Fraction(sum(ways[: at + 1]), total) for at in range(len(ways))]
    worst = max(abs(float(chance[: at + 1].sum() - one)) for at, one in enumerate(sums))
    assert worst < slack < 1e-9


def test_wide_counts_are_within_reach() -> None:
    scores = [(37 * i * i) % 401 for i in range(20)]
    found = bootstrap_ends(scores, 3600)
    assert found.low < Fraction(sum(scores), 3600 * 20) < found.high
    assert tuple(found) == exact([(score, 3600) for score in scores], "0.95")


def test_bad_input_is_refused_as_elsewhere() -> None:
    with pytest.raises(StatsInputError):
        bootstrap_ends([1, 2], [1, 0])
    with pytest.raises(StatsInputError):
        bootstrap_ends([1, 2], 1, 1.5)
