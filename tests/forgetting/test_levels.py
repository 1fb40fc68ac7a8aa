"""Levels never mix; aggregation checks what it is given and counts what it leaves out."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pandas as pd
import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.keys import DURATIONS, PERSONAS, TASKS, QuestionKey
from dreambench_lib.forgetting.score.aggregate import QuestionResult, aggregate
from dreambench_lib.forgetting.score.counts import Counts
from dreambench_lib.forgetting.score.frame import tally
from dreambench_lib.forgetting.score.policies import AS_RELEASED, EXCLUDE, UNDEFINED
from dreambench_lib.forgetting.score.scales import (
    CellScore,
    QuestionScore,
    SumScore,
    cell,
    total,
)
from dreambench_lib.forgetting.score.tables import sums_json, table3, table4, table5


def result(
    name: str, counts: Counts | None, who: str = "a", task: str = "remembering", d: str = "weekly"
) -> QuestionResult:
    return QuestionResult(QuestionKey("r", d, who, name), task, counts)


def test_scales_are_types() -> None:
    half = QuestionScore(F(1, 2))
    assert cell([half, QuestionScore(F(1))]) == CellScore(F(75))
    assert total([CellScore(F(50))] * 3, "tasks") == SumScore(F(150), "tasks")
    assert str(total([CellScore(F(50))] * 3, "tasks")) == "150.00 of 300"
    with pytest.raises(TypeError):
        half + half  # type: ignore[operator]
    with pytest.raises(TypeError):
        max(half, CellScore(F(1)))  # type: ignore[type-var]
    with pytest.raises(BadInput, match="scales differ"):
        cell([CellScore(F(50))])  # type: ignore[list-item]
    with pytest.raises(BadInput, match="takes three cells"):
        total([CellScore(F(50))] * 2, "durations")
    for bad, kind in ((F(3, 2), QuestionScore), (F(101), CellScore), (F(-1), CellScore)):
        with pytest.raises(BadInput, match="outside its scale"):
            kind(bad)
    with pytest.raises(BadInput, match="not exact"):
        QuestionScore(0.5)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="undefined"):
        cell([])


def test_question_and_report_weights_differ_where_reports_do() -> None:
    found = aggregate(
        [result("1", Counts(1, 1, 1, 1)), result("2", Counts(1, 1, 1, 1)),
         result("3", Counts(0, 1, 1, 1), who="b")],
        personas=("a", "b"), durations=("weekly",), tasks=("remembering",),
    ).cells["remembering", "weekly"]  # fmt: skip
    assert found.fama == CellScore(F(200, 3))
    assert found.by_report == CellScore(F(50))
    assert found.complete


def test_policies_in_a_mean() -> None:
    rows = [result("1", Counts(1, 1, 0, 1)), result("2", Counts(1, 1, 0, 0)), result("3", None)]
    at = ("remembering", "weekly")
    made = {
        rule.name: aggregate(rows, rule, personas=("a",), durations=("weekly",)).cells[at]
        for rule in (UNDEFINED, EXCLUDE, AS_RELEASED)
    }
    assert made["undefined"].fama is None
    assert made["exclude"].fama == CellScore(F(50))
    assert made["as-released"].fama == CellScore(F(75))
    for one in made.values():
        assert (one.questions, one.unscored, one.with_forgetting) == (3, 1, 1)
        assert one.scored + one.excluded + one.undefined + one.unscored == one.questions
        assert not one.complete


def test_duplicates_strangers_and_gaps() -> None:
    one = result("1", Counts(1, 1, 1, 1), who=PERSONAS[0])
    with pytest.raises(BadInput, match="twice"):
        aggregate([one, one])
    with pytest.raises(BadInput, match="not among the expected"):
        aggregate([result("1", None, who="stranger")])
    found = aggregate([one])
    assert found.cells["remembering", "weekly"].missing == PERSONAS[1:]
    assert found.cells["reasoning", "weekly"].missing == PERSONAS
    assert "empty-bucket policy undefined; 1 of 1 questions have forgetting" in found.header
    assert "persona cells missing: 89" in found.header


def full(counts: Counts) -> list[QuestionResult]:
    return [result(f"{t}-{p}", counts, p, t, d) for t in TASKS for d in DURATIONS for p in PERSONAS]


def test_tables_have_the_papers_shapes() -> None:
    subjects = {"x": aggregate(full(Counts(3, 4, 1, 2)))}
    assert len(table3(subjects)) == 9
    assert set(table3(subjects).values()) == {CellScore(100 * F(7, 12))}
    assert set(table4(subjects).values()) == {SumScore(F(175), "durations")}
    rows = table5(subjects)
    row = rows["x", "monthly"]
    assert row is not None
    assert (row.mpa, row.fama) == (SumScore(F(225), "tasks"), SumScore(F(175), "tasks"))
    assert row.reduction == 50
    plain = sums_json(subjects["x"])
    assert plain["sum over durations, of 300"] == dict.fromkeys(TASKS, 175.0)
    gap = {"x": aggregate(full(Counts(3, 4, 0, 0)))}
    assert set(table4(gap).values()) == {None}
    assert set(table5(gap).values()) == {None}


def frame(n: int = 40, seed: int = 0) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    q = np.arange(n) // 4
    return pd.DataFrame(
        {
            "release": "r",
            "duration": np.array(DURATIONS)[q % 3],
            "persona": np.array(PERSONAS)[(q // 3) % 10],
            "question": [f"q{i}" for i in q],
            "criterion": [f"c{i % 4}" for i in range(n)],
            "task": np.array(TASKS)[q % 3],
            "kind": rng.choice(["presence", "forgetting"], n),
            "verdict": rng.choice(
                ["yes", "no", "incorrect", "undecided"], n, p=[0.5, 0.4, 0.05, 0.05]
            ),
        }
    )


def test_a_frame_of_verdicts_gives_the_same_counters_as_a_loop() -> None:
    for seed in range(8):
        rows = frame(seed=seed).sample(frac=1, random_state=seed)
        slow: dict[str, list[int]] = {}
        for row in rows.to_dict("records"):
            mine = slow.setdefault(row["question"], [0] * 5)
            at = 0 if row["kind"] == "presence" else 2
            mine[at] += row["verdict"] == ("yes" if at == 0 else "no")
            mine[at + 1] += 1
            mine[4] += row["verdict"] == "undecided"
        fast = {one.key.question: one.counts for one in tally(rows)}
        assert fast == {name: None if n[4] else Counts(*n[:4]) for name, n in slow.items()}


def test_a_frame_is_checked() -> None:
    good = frame()
    assert tally(good.iloc[:0]) == []
    with pytest.raises(BadInput, match="two verdicts"):
        tally(pd.concat([good, good.iloc[:1]]))
    with pytest.raises(BadInput, match="lack the column 'kind'"):
        tally(good.drop(columns="kind"))
    with pytest.raises(BadInput, match="unknown verdict 'maybe'"):
        tally(good.assign(verdict="maybe"))
    with pytest.raises(BadInput, match="a persona is missing"):
        tally(good.assign(persona=None))
    with pytest.raises(BadInput, match="two tasks"):
        tally(good.assign(task=["remembering", "reasoning"] * 20))


def test_bare_ids_of_two_files_do_not_meet() -> None:
    one = frame(4)
    both = pd.concat([one, one.assign(persona="startup_founder")])
    assert len(tally(both)) == 2
