"""Hygiene in a report: undefined is said, near copies do not count, the paper is beside ours."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from dreambench_lib.harness.hygiene.correlation import LIMIT
from dreambench_lib.harness.hygiene.held_out import Audit, rules_digest
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.report import hygiene
from dreambench_lib.report.hygiene.published import COUNTERPARTS
from dreambench_lib.report.hygiene.source import Hygiene
from dreambench_lib.report.hygiene.tables import one_finding, share
from dreambench_lib.report.printed import published_file
from dreambench_lib.report.words import in_order


def made(rows: list[tuple[str, str, int, int]], words: int = 1200, **more: Any) -> Hygiene:
    """A run's hygiene from (condition, metric, numerator, denominator)."""
    table = pd.DataFrame(
        [
            {
                "agent": "r", "block": "needs", "condition": condition, "metric": metric,
                "share": top / bottom if bottom else None, "low": 0.0, "high": 1.0,
                "numerator": top, "denominator": bottom, "lists_nothing": condition == "B0",
            }
            for condition, metric, top, bottom in rows
        ]
    ).astype(dict.fromkeys(("share", "low", "high"), "Float64"))  # fmt: skip
    frames: Any = SimpleNamespace(
        cells=pd.DataFrame({"condition": list(dict.fromkeys(table["condition"]))}),
        origin="run · simulated reader",
        manifest={"plan": {"budget": {"items": 6, "words": words}}},
    )
    return Hygiene(frames, None, {"hygiene": table, **more})  # type: ignore[arg-type]


def test_an_empty_share_is_undefined_and_who_lists_nothing_is_flagged() -> None:
    found = made([("B5", "useful_precision", 1, 4), ("B0", "useful_precision", 0, 0)])
    text = repr(hygiene.hygiene_table(found, hygiene.EXPOSURES, "r", "needs"))
    assert "| B5 | 0.25 [0.00, 1.00] 1/4 |" in text
    assert "| B0 (lists nothing) | undefined |" in text
    assert "superseded" not in text
    assert share({"denominator": 0}) == "undefined"
    assert hygiene.plain(pd.NA) == "undefined"


def test_ablations_and_controls_do_not_make_two_metrics_one() -> None:
    values = {"B1": (1, 9), "B2": (5, 2), "B3": (9, 3)}
    values |= {"A2-rules": (2, 2), "no-capsule-rules": (8, 8), "random-k": (4, 4)}
    rows = [
        (name, metric, value, 10)
        for name, both in values.items()
        for metric, value in zip(("useful_recall", "harm_shown"), both, strict=True)
    ]
    [pair] = hygiene.correlation_table(made(rows), "r", "needs").to_dict("records")
    assert pair["conditions"] == 3
    expected = np.corrcoef([1, 5, 9], [9, 2, 3])[0, 1]
    assert float(pair["r"]) == pytest.approx(expected)


def test_pairs_that_share_a_metric_are_one_finding() -> None:
    pairs = pd.DataFrame(
        [("a", "b", 0.96), ("c", "b", -0.97), ("d", "e", 0.99), ("a", "d", 0.5)],
        columns=["first", "second", "r"],
    )
    assert one_finding(pairs) == [["a", "b", "c"], ["d", "e"]]
    assert "No two of these metrics" in hygiene.read_correlations(pairs[pairs["r"] == 0.5])


def test_the_published_panel_is_read_as_ours_is() -> None:
    raw = pd.read_csv(published_file("hygiene.csv")).pivot(
        index="condition", columns="metric", values="value"
    )
    names = [pair.published for pair in COUNTERPARTS]
    beyond = {
        (a, b)
        for a, b in combinations(names, 2)
        if raw[a].std() > 1e-9 and raw[b].std() > 1e-9
        and abs(raw[[a, b]].dropna().corr().iloc[0, 1]) > LIMIT
    }  # fmt: skip
    found = hygiene.published_correlations()
    assert {(row["first"], row["second"]) for row in found.to_dict("records")} == beyond
    assert ("HumanFeedbackUseAccuracy", "TransferScore") in beyond


def test_published_and_ours_stand_side_by_side_by_name() -> None:
    rows = [("B5", "useful_precision", 1, 4), ("DF-rules", "useful_precision", 1, 5)]
    table = hygiene.beside_published(made([*rows, ("random-k", "useful_precision", 1, 9)]), "r")
    assert list(zip(table["ours"], table["published"], strict=True)) == [
        ("B5", "B5"), ("DF-rules", "DF"),
    ]  # fmt: skip
    assert table["UsefulMemoryPrecision, published"].round(3).tolist() == [0.556, 0.228]
    assert table["useful_precision, ours"].tolist() == [0.25, 0.2]
    assert len(hygiene.differences_table()) == len(COUNTERPARTS)


def test_what_fewer_words_cost_is_read_from_the_table() -> None:
    wide = made([("B5", "pass_at_1", 8, 10), ("B2", "pass_at_1", 3, 10)])
    tight = made([("B5", "pass_at_1", 5, 10), ("B2", "pass_at_1", 3, 10)], words=300)
    table = hygiene.budget_table(wide, tight, "r")
    assert list(table.columns) == ["condition", "pass@1, needs, 1,200", "pass@1, needs, 300"]
    text = hygiene.read_budgets(table, wide, tight)
    assert "1 of 2 ranked conditions pass as often as before" in text
    assert "The largest loss is that of B5: from 0.80 to 0.50." in text


def test_ablations_stand_behind_what_they_ablate() -> None:
    order = in_order(CONDITIONS)
    for name, entry in CONDITIONS.items():
        if entry.ablates:
            assert order.index(name) > order.index(entry.ablates), name
    assert order.index("no-capsule-rules") > order.index("A11-rules")


def _audit(**more: Any) -> Audit:
    counts = {"found": 30, "mentioned": 1, "of": 60, "held_found": 9, "held_mentioned": 0}
    line = {"set": "all", "kind": "value", "construct_id": "all", **counts, "held_of": 20}
    lines = [
        line,
        {**line, "construct_id": "C10", "found": 2, "of": 4},
        {**line, "construct_id": "C2"},
        {**line, "set": "core", "found": 0},
        {**line, "kind": "link", "held_found": 1, "held_of": 4, "found": 3, "of": 4},
    ]
    spec = {"key": "a", "texts": "b", "rules": rules_digest(), "traps": 2, "notes": 20}
    return Audit.model_validate({**spec, "lines": lines, **more})


def test_held_out_texts_stand_beside_the_ordinary_ones() -> None:
    table = hygiene.held_out_table(_audit())
    assert list(table) == ["kind", "texts", "all", "C2", "C10"]
    assert table.to_dict("records") == [
        {"kind": "value", "texts": "ordinary", "all": "30/60", "C2": "30/60", "C10": "2/4"},
        {"kind": "value", "texts": "held out", "all": "9/20", "C2": "9/20", "C10": "9/20"},
        {"kind": "link", "texts": "ordinary", "all": "3/4", "C2": "", "C10": ""},
        {"kind": "link", "texts": "held out", "all": "1/4", "C2": "", "C10": ""},
    ]


def test_the_reading_of_held_out_texts_says_whether_the_rules_are_the_same() -> None:
    told = hygiene.read_held_out(_audit())
    assert "values 9 of 20 (45%, on ordinary texts 50%), links 1 of 4 (25%, on ordinary" in told
    assert told.endswith("The rules are still the ones of that run.")
    assert "have been changed since" in hygiene.read_held_out(_audit(rules="other"))
    core = hygiene.read_held_out(_audit(), "core")
    assert "values 9 of 20 (45%, on ordinary texts 0%)." in core
