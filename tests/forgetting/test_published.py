"""Reconciliation lists the differences that are there, with their sizes, and no others."""

from __future__ import annotations

import csv
import json
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.frozen import read_frozen
from dreambench_lib.forgetting.score.published import (
    FOLDER,
    Printed,
    read_printed,
    read_table3,
)
from dreambench_lib.forgetting.score.ranks import empty_buckets, standings
from dreambench_lib.forgetting.score.reconcile import (
    TIE,
    check,
    differences,
    reconcile,
    ties,
)


def test_the_papers_differences() -> None:
    found = {one.item.partition(":")[0]: one for one in differences(reconcile())}
    assert {
        name: (one.printed, float(one.parts), one.explained) for name, one in found.items()
    } == {
        "Table 5, A-Mem, monthly": ("82.5", 81.42, "no"),
        "Table 4, llm-reasoning, reasoning": ("13.92", 14.08, "no"),
        "Table 5, MemoryOS, monthly": (
            "84.4", 84.32, "only as a difference of rounded figures",
        ),
        "Table 5, Nemori, monthly": ("90.0", 89.98, "yes"),
    }  # fmt: skip
    assert found["Table 4, llm-reasoning, reasoning"].difference == F(-16, 100)
    assert found["Table 5, A-Mem, monthly"].difference == F(108, 100)


def test_exact_ties_stand_apart_with_what_floats_print() -> None:
    found = {one.printed: one for one in ties(reconcile())}
    assert {name: (float(one.parts), float(one.difference), one.note) for name, one in
            found.items()} == {
        "65.60": (65.595, 0.005, "binary floats print 65.59"),
        "138.37": (138.365, 0.005, "binary floats print 138.37"),
    }  # fmt: skip
    assert {one.explained for one in found.values()} == {TIE}


def test_every_figure_agrees_or_differs_or_is_a_tie() -> None:
    checks = reconcile()
    agreeing = [one for one in checks if one.agrees]
    assert sorted(checks) == sorted([*agreeing, *differences(checks), *ties(checks)])


def test_figures_that_agree_are_not_listed() -> None:
    checks = reconcile()
    assert len(checks) == 12
    agreeing = [one.printed for one in checks if one.agrees]
    assert agreeing == ["119.45", "27.55", "144.72", "12.37", "65.80", "153.34"]


def test_a_planted_difference_is_found_and_only_it(tmp_path: Path) -> None:
    rows = list(csv.DictReader((FOLDER / "table3.csv").open()))
    rows[0]["fama"] = "27.12"  # Qwen3-32B, llm, remembering, weekly: one point more
    path = tmp_path / "t.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    before = {one.item: one.difference for one in reconcile()}
    after = {one.item: one.difference for one in reconcile(path)}
    moved = [item for item in before if before[item] != after[item]]
    assert len(moved) == 1
    assert before[moved[0]] - after[moved[0]] == F(1, 4)


@pytest.mark.parametrize(
    ("printed", "parts", "over", "explained", "agrees"),
    [
        ("0.30", ["0.10", "0.20"], 1, "yes", True),
        ("0.31", ["0.10", "0.20"], 1, "yes", False),
        ("0.32", ["0.10", "0.20"], 1, "no", False),
        ("0.2", ["0.15"], 1, TIE, False),
        ("0.33", ["1"], 3, "yes", True),
    ],
)
def test_rounding_is_a_bound(
    printed: str, parts: list[str], over: int, explained: str, agrees: bool
) -> None:
    made = check("x", Printed.of(printed), [Printed.of(part) for part in parts], over)
    assert (made.explained, made.agrees) == (explained, agrees)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda rows: rows.append(rows[0]), "twice"),
        (lambda rows: rows.pop(), "each once, no other"),
        (lambda rows: rows[0].update(fama="101"), "outside"),
        (lambda rows: rows[0].update(fama="x"), "no printed decimal"),
        (lambda rows: rows[0].update(task=""), "needs the columns"),
    ],
)
def test_a_bad_table_is_one_sentence(tmp_path: Path, change: Any, sentence: str) -> None:
    rows = list(csv.DictReader((FOLDER / "table3.csv").open()))
    change(rows)
    path = tmp_path / "t.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    with pytest.raises(BadInput, match=sentence):
        read_table3(path)


def test_printed_names_must_exist(tmp_path: Path) -> None:
    figures = read_printed()
    figures["table5"]["monthly"]["Nobody"] = {"mpa": "1.0", "reduction": "0.0"}
    path = tmp_path / "p.json"
    path.write_text(json.dumps(figures))
    with pytest.raises(BadInput, match="Nobody"):
        reconcile(None, path)


def test_ranks_under_each_policy() -> None:
    empty = empty_buckets(read_frozen("census"))
    released = standings(read_table3(), empty, "as-released")
    assert released[0].subject == "LangMem"
    assert (released[0].low, released[0].scale) == (F(33411, 100), 900)
    assert [one.best for one in released] == [one.worst for one in released] == list(range(1, 15))
    without = standings(read_table3(), empty, "exclude")
    assert {one.scale for one in without} == {600}
    assert without[0].subject == "Nemori"
    assert all(one.low is not None and one.high is not None for one in without)
    assert all(one.best is not None and one.best <= (one.worst or 0) for one in without)
    assert all(one.low is None for one in standings(read_table3(), empty, "undefined"))
