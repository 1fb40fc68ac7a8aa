"""Missing cells: each rule by hand, and the bounds against every filling there is."""

from __future__ import annotations

from itertools import product

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.stats import (
    Missing,
    StatsInputError,
    compare,
    compare_pairs,
    compare_scores,
    pair_outcomes,
    signflip_test,
)

FIRST = {("s", 1): 1, ("s", 2): 1, ("t", 1): 1, ("t", 3): 1, ("u", 1): 0}
SECOND = {("s", 1): 0, ("s", 2): 0, ("t", 1): 0, ("t", 2): 1, ("u", 1): 1, ("u", 2): 0}
"""Of nine cells each lacks some; no replicate but 1 is everywhere."""

DROPPING = [rule for rule in Missing if rule not in (Missing.REFUSE, Missing.WORST_CASE)]


def test_every_rule_says_what_it_assumes_in_one_line() -> None:
    assert len({rule.assumes for rule in Missing}) == len(Missing)
    assert all("\n" not in rule.assumes and len(rule.assumes) < 200 for rule in Missing)


def test_refuse_is_the_default_and_names_the_rules() -> None:
    with pytest.raises(StatsInputError, match=r"7 outcomes are missing.*complete-pairs") as told:
        pair_outcomes(FIRST, SECOND)
    assert all(str(rule) in str(told.value) for rule in Missing if rule is not Missing.REFUSE)


@pytest.mark.parametrize(
    ("rule", "scores"),
    [
        ("complete-pairs", {"s": 2, "t": 1, "u": -1}),
        ("common-seeds", {"s": 1, "t": 1, "u": -1}),
        ("unpaired", {"s": 2, "t": 1, "u": -1}),
    ],
)
def test_rules_by_hand(rule: str, scores: dict[str, int]) -> None:
    pairs = pair_outcomes(FIRST, SECOND, missing=rule)
    assert pairs.scores == scores
    assert pairs.rule == rule
    assert len(pairs.missing) == 7


def test_drop_clusters_by_hand() -> None:
    whole = {("s", 1): 1, ("s", 2): 1, ("t", 1): 1, ("t", 2): 1}
    part = {("s", 1): 0, ("s", 2): 0, ("t", 1): 0}
    assert pair_outcomes(whole, part, missing="drop-clusters").scores == {"s": 2}
    with pytest.raises(StatsInputError, match="drop-clusters leaves no"):
        pair_outcomes(FIRST, SECOND, missing="drop-clusters")


def test_unpaired_takes_equally_many_of_each_side() -> None:
    """Replicates 1-3 against 7 and 9: the first two of each side are used, whatever their names."""
    first = {("t", 1): 1, ("t", 2): 1, ("t", 3): 0}
    second = {("t", 7): 0, ("t", 9): 0}
    pairs = pair_outcomes(first, second, missing="unpaired")
    assert pairs.scores == {"t": 2}
    assert len(pairs.pairs) == 2
    with pytest.raises(StatsInputError, match="nothing to compare"):
        pair_outcomes(first, second, missing="complete-pairs")


def test_unknown_rule_lists_the_right_ones() -> None:
    with pytest.raises(StatsInputError, match=r"did you mean 'drop-clusters'.*worst-case"):
        pair_outcomes(FIRST, SECOND, missing="drop-cluster")


CELLS = [(cluster, seed) for cluster in "stuv" for seed in (1, 2)]
tables = st.fixed_dictionaries({cell: st.integers(0, 1) for cell in CELLS})
gaps = st.sets(st.tuples(st.sampled_from(("first", "second")), st.sampled_from(CELLS)), max_size=6)


def cut(first: dict, second: dict, holes: set) -> tuple[dict, dict]:
    sides = {"first": dict(first), "second": dict(second)}
    for side, cell in holes:
        del sides[side][cell]
    return sides["first"], sides["second"]


@settings(deadline=None)
@given(tables, tables, st.sampled_from(list(Missing)))
def test_without_holes_all_rules_agree(first: dict, second: dict, rule: Missing) -> None:
    pairs = pair_outcomes(first, second, missing=rule)
    assert pairs.scores == pair_outcomes(first, second).scores
    assert pairs.bounds is None


@settings(deadline=None)
@given(tables, tables, gaps, st.sampled_from(DROPPING))
def test_no_rule_invents_an_outcome(first: dict, second: dict, holes: set, rule: Missing) -> None:
    one, other = cut(first, second, holes)
    try:
        pairs = pair_outcomes(one, other, missing=rule)
    except StatsInputError:
        return
    for cluster in {pair.cluster for pair in pairs.pairs}:
        ours = [pair for pair in pairs.pairs if pair.cluster == cluster]
        for side, table in (("first", one), ("second", other)):
            known = sorted(value for cell, value in table.items() if cell[0] == cluster)
            used = [int(getattr(pair, side)) for pair in ours]
            assert sum(used) <= sum(known)
            assert len(used) - sum(used) <= len(known) - sum(known)
    swapped = pair_outcomes(other, one, missing=rule)
    assert swapped.scores == {name: -score for name, score in pairs.scores.items()}


@settings(max_examples=60, deadline=None)
@given(tables, tables, gaps)
def test_bounds_are_those_of_every_filling(first: dict, second: dict, holes: set) -> None:
    one, other = cut(first, second, holes)
    if not one.keys() & other.keys():
        return
    pairs = pair_outcomes(one, other, missing="worst-case")
    # The grid is what either side names: a cluster that both lack altogether has no holes.
    holes = {(hole.side, (hole.cluster, hole.seed)) for hole in pairs.missing}
    found = []
    for values in product((0, 1), repeat=len(holes)):
        sides = {"first": dict(one), "second": dict(other)}
        for (side, cell), value in zip(sorted(holes), values, strict=True):
            sides[side][cell] = value
        scores = pair_outcomes(sides["first"], sides["second"]).scores.values()
        found.append(signflip_test(scores))
    assert signflip_test(pairs.scores.values()).p_exact == max(test.p_exact for test in found)
    if holes:
        assert pairs.bounds is not None
        assert pairs.bounds.smallest_p == min(test.p_exact for test in found)
        assert pairs.bounds.lowest_D == min(test.D for test in found)
        assert pairs.bounds.highest_D == max(test.D for test in found)


def test_the_rule_and_its_assumption_leave_with_the_result() -> None:
    result = compare_pairs("X", "Y", pair_outcomes(FIRST, SECOND, missing="complete-pairs"))
    told = result.as_dict()
    assert told["missing_rule"] == "complete-pairs"
    assert told["missing_assumes"] == Missing.COMPLETE_PAIRS.assumes
    bounded = compare_pairs("X", "Y", pair_outcomes(FIRST, SECOND, missing="worst-case"))
    assert bounded.as_dict()["bounds"]["p"][1] == bounded.p


def test_frames_take_the_rule() -> None:
    rows = [("X", "a", t, s, 1) for t in "stu" for s in (1, 2)]
    rows += [("Y", "a", t, s, 0) for t in "stu" for s in (1, 2) if (t, s) != ("u", 2)]
    cells = pd.DataFrame(rows, columns=["condition", "agent", "trap_id", "seed", "passed"])
    assert compare(cells, "X", "Y", missing="complete-pairs").D == 5
    assert compare(cells, "X", "Y", missing="drop-clusters").D == 4
    assert compare(cells, "X", "Y", missing=Missing.COMMON_SEEDS).D == 3


class TestScores:
    """Whole-number scores that are not passes."""

    FIRST = {("s", 1): 4, ("s", 2): 2, ("t", 1): 3}
    SECOND = {("s", 1): 1, ("s", 2): 2, ("t", 1): 5}

    def test_by_hand(self) -> None:
        result = compare_scores("X", "Y", self.FIRST, self.SECOND, missing="complete-pairs")
        assert result.scores == {"s": 3, "t": -2}
        assert (result.D, result.b, result.c) == (1, 1, 1)
        assert result.p_exact == signflip_test([3, -2]).p_exact
        assert result.as_dict()["status"] == "exploratory"

    def test_binary_scores_agree_with_the_full_comparison(self) -> None:
        one, other = {("s", 1): 1, ("t", 1): 1}, {("s", 1): 0, ("t", 1): 1}
        full = compare_pairs("X", "Y", pair_outcomes(one, other))
        scored = compare_scores("X", "Y", one, other)
        assert (scored.D, scored.p_exact, scored.b, scored.c) == (
            full.D, full.p_exact, full.b, full.c,
        )  # fmt: skip

    @pytest.mark.parametrize(
        ("rule", "match"),
        [("refuse", "3 outcomes are missing"), ("worst-case", "scores have no worst value")],
    )
    def test_holes(self, rule: str, match: str) -> None:
        with pytest.raises(StatsInputError, match=match):
            compare_scores("X", "Y", self.FIRST, {("s", 1): 1, ("s", 2): 2}, missing=rule)

    def test_a_fraction_is_refused(self) -> None:
        with pytest.raises(StatsInputError, match="not a whole number"):
            compare_scores("X", "Y", {("s", 1): 0.5}, {("s", 1): 1})
