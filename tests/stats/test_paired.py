"""Pairing outcomes: counts, the rule for holes, and its refusals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.stats import StatsInputError, pair_outcomes

CELLS = [(trap, seed) for trap in ("s", "t", "u") for seed in (1, 2, 3)]
tables = st.fixed_dictionaries({cell: st.booleans() for cell in CELLS})


def test_counts_by_hand() -> None:
    first = dict(zip(CELLS, [1, 1, 0, 0, 0, 0, 1, 1, 1], strict=True))
    second = dict(zip(CELLS, [0, 1, 0, 1, 1, 0, 1, 0, 0], strict=True))
    pairs = pair_outcomes(first, second)
    assert pairs.scores == {"s": 1, "t": -2, "u": 2}
    assert pairs.D == 1
    assert pairs.discordance == (3, 2)
    assert (pairs.both_pass, pairs.both_fail) == (2, 2)
    assert pairs.by_seed() == {1: (1, 1), 2: (1, 1), 3: (1, 0)}
    assert pairs.majority() == (
        2,
        1,
    )  # s: two against one; t: none against two; u: three against one


@given(tables, tables)
def test_identities(first: dict, second: dict) -> None:
    pairs = pair_outcomes(first, second)
    b, c = pairs.discordance
    assert b - c == pairs.D
    assert b + c + pairs.both_pass + pairs.both_fail == len(CELLS)
    assert sum(seed.b for seed in pairs.by_seed().values()) == b
    assert sum(seed.c for seed in pairs.by_seed().values()) == c
    swapped = pair_outcomes(second, first)
    assert swapped.scores == {trap: -score for trap, score in pairs.scores.items()}
    assert swapped.majority() == pairs.majority()[::-1]


@given(tables, tables, st.sets(st.sampled_from(CELLS), min_size=1, max_size=8), st.booleans())
def test_holes(first: dict, second: dict, holes: set, of_first: bool) -> None:
    whole = dict(second if of_first else first)
    part = {c: v for c, v in (first if of_first else second).items() if c not in holes}
    sides = (part, whole) if of_first else (whole, part)
    with pytest.raises(StatsInputError, match=f"{len(holes)} outcomes are missing"):
        pair_outcomes(*sides)
    pairs = pair_outcomes(*sides, missing="complete-pairs")
    assert {(hole.cluster, hole.seed) for hole in pairs.missing} == holes
    assert {hole.side for hole in pairs.missing} == {"first" if of_first else "second"}
    assert {(p.cluster, p.seed) for p in pairs.pairs} == set(CELLS) - holes


def test_majority_needs_every_seed_of_both_sides() -> None:
    first, second = dict.fromkeys(CELLS, 1), dict.fromkeys(CELLS, 0)
    assert pair_outcomes(first, second).majority() == (3, 0)
    del second["s", 3]
    assert pair_outcomes(first, second, missing="complete-pairs").majority() == (2, 0)


def test_half_of_an_even_number_of_seeds_is_no_majority() -> None:
    first = {("t", 1): 1, ("t", 2): 0}
    second = {("t", 1): 0, ("t", 2): 0}
    assert pair_outcomes(first, second).majority() == (0, 0)


def test_missing_message_names_the_cell_and_the_remedy() -> None:
    second = dict.fromkeys(CELLS, 0)
    del second["t", 2]
    with pytest.raises(StatsInputError) as caught:
        pair_outcomes(dict.fromkeys(CELLS, 1), second)
    assert "second side for cluster 't', seed 2" in str(caught.value)
    assert "complete-pairs, common-seeds" in str(caught.value)


@pytest.mark.parametrize("value", [2, -1, 0.5, math.nan, None, "1", np.nan])
def test_outcomes_are_zero_or_one(value: object) -> None:
    with pytest.raises(StatsInputError, match=r"cluster 't', seed 1 is .*: give 0 or 1"):
        pair_outcomes({("t", 1): value}, {("t", 1): 1})


@pytest.mark.parametrize("value", [1, True, 1.0, np.True_, np.int8(1)])
def test_one_in_any_type(value: object) -> None:
    assert pair_outcomes({("t", 1): value}, {("t", 1): 0}).scores == {"t": 1}


def test_nothing_shared() -> None:
    with pytest.raises(StatsInputError, match="nothing to compare"):
        pair_outcomes({("s", 1): 1}, {("t", 1): 1}, missing="complete-pairs")
    with pytest.raises(StatsInputError, match="nothing to compare"):
        pair_outcomes({}, {})
