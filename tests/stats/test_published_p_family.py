"""The six preregistered v2 comparisons come out of the cells bit-equal."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd
import pytest

from dreambench_lib.stats import V2, Comparison, compare

LABELS = V2.labels
PER_SEED_P = {  # printed to four digits where not exact
    "P3": (1, 0.375, 0.6875),
    "P4": (1, 0.1460, 0.2891),
    "P5": (1, 0.3593, 0.0414),
    "P6": (0.0490, 0.4545, 1),
}
HISTOGRAMS = {
    "P1": {-3: 1, -2: 1, -1: 8, 0: 39, 1: 4, 2: 6, 3: 1},
    "P2": {-3: 3, -2: 7, -1: 8, 0: 34, 1: 1, 3: 7},
    "P3": {-3: 1, -2: 1, -1: 6, 0: 48, 1: 3, 3: 1},
    "P4": {-3: 1, -1: 5, 0: 40, 1: 9, 2: 5},
    "P5": {-3: 2, -2: 2, -1: 5, 0: 32, 1: 10, 2: 7, 3: 2},
    "P6": {-3: 2, -2: 4, -1: 5, 0: 35, 1: 3, 2: 4, 3: 7},
}


@pytest.fixture(scope="module")
def ours(cells: pd.DataFrame) -> dict[str, Comparison]:
    return {slot.label: compare(cells, slot.first, slot.second) for slot in V2.slots}


@pytest.fixture(scope="module")
def theirs(figures: dict) -> dict[str, dict]:
    return {row["id"]: row for row in figures["p_family"]["comparisons"]}


def test_family_is_the_registered_one(theirs: dict) -> None:
    assert [(s.label, s.first, s.second) for s in V2.slots] == [
        (row["id"], row["first"], row["second"]) for row in theirs.values()
    ]


@pytest.mark.parametrize("label", LABELS)
def test_counts(label: str, ours: dict, theirs: dict) -> None:
    result, row = ours[label], theirs[label]
    assert (result.D, result.b, result.c) == (row["D"], row["b"], row["c"])
    assert (result.both_pass, result.both_fail) == (row["both_pass"], row["both_fail"])
    assert result.clusters == 60
    assert len(result.pairs.pairs) == 180
    assert result.histogram == HISTOGRAMS[label]


@pytest.mark.parametrize("label", LABELS)
def test_clustered_p_is_bit_equal(label: str, ours: dict, theirs: dict) -> None:
    assert ours[label].p == theirs[label]["clustered_p"]


@pytest.mark.parametrize(
    ("label", "p"),
    [("P1", "271801/524288"), ("P2", "8096641/16777216"), ("P3", "1003/2048")],
)
def test_clustered_p_is_the_exact_fraction(label: str, p: str, ours: dict) -> None:
    assert ours[label].p_exact == Fraction(p)
    assert ours[label].as_dict()["p_exact"] == p


def test_holm(ours: dict, theirs: dict) -> None:
    adjusted = V2.adjust({label: result.p_exact for label, result in ours.items()})
    assert {label: float(slot.adjusted) for label, slot in adjusted.items()} == {
        label: row["holm"] for label, row in theirs.items()
    }
    assert not any(slot.rejected for slot in adjusted.values())


@pytest.mark.parametrize("label", LABELS)
def test_pooled_p_is_bit_equal(label: str, ours: dict, theirs: dict) -> None:
    assert ours[label].pooled.p == theirs[label]["pooled_p"]


def test_pooled_holm_of_six(ours: dict, theirs: dict) -> None:
    adjusted = V2.adjust({label: result.pooled.p_exact for label, result in ours.items()})
    printed = {
        label: row["pooled_holm_of_six"]
        for label, row in theirs.items()
        if "pooled_holm_of_six" in row
    }
    assert len(printed) == 5
    assert {label: float(adjusted[label].adjusted) for label in printed} == printed


def test_pooled_holm_of_the_old_five(ours: dict, cells: pd.DataFrame, theirs: dict) -> None:
    """The paper also corrected P5 within v1's five comparisons (without P4)."""
    from dreambench_lib.stats import V1

    old = {s.label: compare(cells, s.first, s.second).pooled.p_exact for s in V1.slots}
    assert float(V1.adjust(old)["2"].adjusted) == theirs["P5"]["pooled_holm_of_five"]


@pytest.mark.parametrize("label", LABELS)
def test_majority(label: str, ours: dict, theirs: dict) -> None:
    found, row = ours[label].majority, theirs[label]
    assert (found.b, found.c, found.p) == (row["majority_b"], row["majority_c"], row["majority_p"])


@pytest.mark.parametrize("label", LABELS)
def test_per_seed(label: str, ours: dict, theirs: dict) -> None:
    rows = ours[label].as_dict()["per_seed"]
    assert [row["seed"] for row in rows] == [1, 2, 3]
    if "per_seed" in theirs[label]:
        assert [[row["b"], row["c"], row["p"]] for row in rows] == theirs[label]["per_seed"]
    else:
        assert [[row["b"], row["c"]] for row in rows] == theirs[label]["per_seed_b_c"]
        assert [row["p"] for row in rows] == pytest.approx(PER_SEED_P[label], abs=5e-5)


def test_supplemental_pooled(cells: pd.DataFrame, figures: dict) -> None:
    assert len(figures["supplemental_pooled"]) == 2
    for row in figures["supplemental_pooled"]:
        pooled = compare(cells, row["first"], row["second"]).pooled
        assert (pooled.b, pooled.c, pooled.p) == (row["b"], row["c"], row["p"])
