"""Comparisons and counts on frames: shape of the result, and one sentence for bad input."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.stats import (
    StatsInputError,
    attach_traps,
    compare,
    compare_blocks,
    condition_table,
    construct_table,
    pass_counts,
    split_clean_start,
    stratum_rule,
    trap_constructs,
)


@pytest.fixture
def small() -> pd.DataFrame:
    rows = [
        (condition, "reader", trap, construct, seed, int(condition == "X" or construct == "C9"))
        for condition in ("X", "Y")
        for trap, construct in (("s", "C1"), ("t", "C1"), ("u", "C9"))
        for seed in (1, 2, 3)
    ]
    names = ["condition", "agent", "trap_id", "construct", "seed", "passed"]
    return pd.DataFrame(rows, columns=names)


def test_as_dict_has_what_the_command_line_promises(cells: pd.DataFrame) -> None:
    shown = compare(cells, "DF-hybrid", "B5").as_dict()
    assert json.loads(json.dumps(shown)) == shown
    assert {"D", "b", "c", "clusters", "p", "p_exact", "pooled_p", "majority_p", "per_seed"} <= set(
        shown
    )
    assert shown["p"] == 0.5184192657470703
    assert shown["p_exact"] == "271801/524288"
    assert shown["per_seed"][0] == {"seed": 1, "b": 8, "c": 7, "p": 1.0}
    assert sum(shown["scores"].values()) == shown["D"] == 6
    assert sum(shown["histogram"].values()) == shown["clusters"] == 60


def test_direction(small: pd.DataFrame) -> None:
    assert compare(small, "X", "Y").D == 6
    assert compare(small, "Y", "X").D == -6
    assert compare(small, "X", "X").p == 1


def test_boolean_outcomes_are_outcomes(small: pd.DataFrame) -> None:
    assert compare(small.assign(passed=small["passed"].astype(bool)), "X", "Y").D == 6


def test_blocks_are_never_summed(small: pd.DataFrame) -> None:
    blocks = compare_blocks(small, "X", "Y")
    assert {name: (r.D, r.clusters) for name, r in blocks.items()} == {
        "needs": (6, 2),
        "hurts": (0, 1),
    }
    assert list(compare_blocks(small[small["construct"] == "C1"], "X", "Y")) == ["needs"]


def test_agents_are_never_pooled(small: pd.DataFrame) -> None:
    both = pd.concat([small, small.assign(agent="other", passed=0)])
    with pytest.raises(StatsInputError, match=r"2 agents \(other, reader\): name one"):
        compare(both, "X", "Y")
    assert compare(both, "X", "Y", "reader").D == 6
    assert compare(both, "X", "Y", "other").D == 0
    with pytest.raises(StatsInputError, match="did you mean 'reader'"):
        compare(both, "X", "Y", "readr")


def test_missing_cells_follow_the_declared_rule(small: pd.DataFrame) -> None:
    part = small.drop(index=small.index[0])
    with pytest.raises(StatsInputError, match="first side for cluster 's', seed 1"):
        compare(part, "X", "Y")
    result = compare(part, "X", "Y", missing="complete-pairs")
    assert (result.D, result.clusters, result.majority.b) == (5, 3, 1)
    assert result.as_dict()["missing"] == 1
    assert result.as_dict()["cells"] == 8


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda f: f.drop(columns="seed"), "no column seed"),
        (lambda f: pd.concat([f, f.head(1)]), "trap 's', seed 1 more than once"),
        (lambda f: f.assign(passed=2), "is 2: give 0 or 1"),
        (lambda f: f.assign(passed=float("nan")), "is nan: give 0 or 1"),
        (lambda f: f.assign(condition="Z"), r"unknown condition 'X'.*one of: Z"),
    ],
)
def test_bad_frames(change: object, says: str, small: pd.DataFrame) -> None:
    with pytest.raises(BadInput, match=says):
        compare(change(small), "X", "Y")  # type: ignore[operator]


def test_constructs_must_be_whole(small: pd.DataFrame) -> None:
    assert trap_constructs(small) == {"s": "C1", "t": "C1", "u": "C9"}
    with pytest.raises(StatsInputError, match="'C12' is in none of the blocks"):
        compare_blocks(small.replace({"C9": "C12"}), "X", "Y")
    with pytest.raises(StatsInputError, match="trap 'u' has no construct"):
        trap_constructs(small.replace({"C9": None}))
    split = small.assign(construct=["C1"] * 17 + ["C2"])
    with pytest.raises(StatsInputError, match="trap 'u' has two constructs"):
        trap_constructs(split)


def test_attach_traps_knows_every_trap(small: pd.DataFrame) -> None:
    cells, traps = small.drop(columns="construct"), pd.DataFrame({"trap_id": ["s", "t"]})
    with pytest.raises(StatsInputError, match="trap 'u' has cells but no row"):
        attach_traps(cells, traps)


def test_pass_counts(small: pd.DataFrame) -> None:
    counts = pass_counts(small, ["condition", "construct"])
    assert counts.loc[("Y", "C1")].tolist() == [0, 6, 0]
    assert counts.loc[("Y", "C9")].tolist() == [3, 3, 1]
    with pytest.raises(StatsInputError, match="not 0 or 1"):
        pass_counts(small.assign(passed=3))
    with pytest.raises(StatsInputError, match="no column origin"):
        pass_counts(small, ["origin"])


def test_condition_table_brackets_the_rate(small: pd.DataFrame) -> None:
    table = condition_table(small)
    assert table.loc["X", ["low", "rate", "high"]].tolist() == [1, 1, 1]
    assert table.loc["Y", ["low", "high"]].tolist() == [0, 1]


def test_construct_table_refuses_unequal_denominators(small: pd.DataFrame) -> None:
    assert construct_table(small).to_dict("index") == {
        "C1": {"cells": 6, "X": 6, "Y": 0},
        "C9": {"cells": 3, "X": 3, "Y": 3},
    }
    with pytest.raises(StatsInputError, match="same cells"):
        construct_table(small.drop(index=small.index[0]))
    with pytest.raises(StatsInputError, match="same cells"):
        construct_table(small[~((small["condition"] == "X") & (small["construct"] == "C9"))])


def test_clean_start_blank_is_no() -> None:
    frame = pd.DataFrame({"clean_start": [1, 0, None]})
    clean, rest = split_clean_start(frame)
    assert (list(clean.index), list(rest.index)) == ([0], [1, 2])


class TestStratumRule:
    def rule(self, frame: pd.DataFrame, *baselines: str) -> dict:
        return stratum_rule(frame, baselines, no_memory="Y").to_dict("index")

    def test_each_demand(self, small: pd.DataFrame) -> None:
        rows = self.rule(small, "X", "Y")
        assert rows["C1"]["passes"]
        assert not rows["C9"]["passes"]  # no spread, no headroom
        assert (rows["C1"]["best"], rows["C9"]["best"]) == ("X", "X=Y")

    def test_a_missing_baseline_fails(self, small: pd.DataFrame) -> None:
        assert not self.rule(small, "X", "Y", "Z")["C1"]["passes"]

    def test_reach(self, small: pd.DataFrame) -> None:
        assert not self.rule(small.assign(passed=0), "X", "Y")["C1"]["passes"]
        assert not stratum_rule(small, ["X", "Y"], no_memory="Y", reach=1.01)["passes"].any()

    def test_reach_and_headroom_include_their_bounds(self, small: pd.DataFrame) -> None:
        rule = {"no_memory": "Y", "reach": 1.0, "headroom": 0.0}
        assert stratum_rule(small, ["X", "Y"], **rule).loc["C1", "passes"]

    def test_no_spread_fails_on_its_own(self, small: pd.DataFrame) -> None:
        third = small.assign(passed=(small["seed"] == 1).astype(int))
        row = self.rule(third, "X", "Y")["C1"]
        assert (row["headroom"], row["spread"], bool(row["passes"])) == (True, 0, False)

    def test_needs_the_condition_without_memory(self, small: pd.DataFrame) -> None:
        with pytest.raises(StatsInputError, match="lack 'B0'"):
            stratum_rule(small, ["X", "Y"])
