"""The v1 family comes out of its published score counts bit-equal (its cells are not public)."""

from __future__ import annotations

import pytest

from dreambench_lib.stats import V1, holm, mcnemar_test, signflip_test


def scores(row: dict) -> list[int]:
    return [int(score) for score, n in row["score_counts"].items() for _ in range(n)]


@pytest.fixture(scope="module")
def rows(figures: dict) -> list[dict]:
    return figures["v1_family"]["comparisons"]


def test_family_is_the_published_one(rows: list[dict]) -> None:
    assert [(s.first, s.second) for s in V1.slots] == [(r["first"], r["second"]) for r in rows]


def test_clustered_p(rows: list[dict]) -> None:
    for row in rows:
        test = signflip_test(scores(row))
        assert (test.clusters, test.p) == (22, row["clustered_p"])
        assert row["b"] - row["c"] == test.D


def test_clustered_holm(rows: list[dict]) -> None:
    raw = [signflip_test(scores(row)).p_exact for row in rows]
    adjusted = V1.adjust(dict(zip(V1.labels, raw, strict=True)))
    assert [float(slot.adjusted) for slot in adjusted.values()] == [row["holm"] for row in rows]
    assert [slot.label for slot in adjusted.values() if slot.rejected] == ["5"]


def test_pooled_p(rows: list[dict]) -> None:
    for row in rows:
        assert mcnemar_test(row["b"], row["c"]).p == row["pooled_p"]


def test_pooled_holm(rows: list[dict]) -> None:
    raw = {
        label: mcnemar_test(r["b"], r["c"]).p_exact
        for label, r in zip(V1.labels, rows, strict=True)
    }
    adjusted = [float(slot.adjusted) for slot in V1.adjust(raw).values()]
    assert adjusted == pytest.approx([1, 0.756988525391, 1, 1, 0.000246167182922], rel=1e-11)


def test_majority_of_the_fifth(rows: list[dict]) -> None:
    """Majority p of DF/B3 and its Holm value over the printed raw values of the family."""
    others = {"1": 0.375, "2": 0.375, "3": 1, "4": 1}
    adjusted = holm({**others, "5": rows[4]["majority_p"]})["5"]
    assert float(adjusted.adjusted) == rows[4]["majority_holm"]
    assert mcnemar_test(8, 1).p == rows[4]["majority_p"]
