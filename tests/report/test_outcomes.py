"""Others' outcomes: four formats, the same test, one sentence for each wrong thing."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.report.comparing import compare_source
from dreambench_lib.report.outcomes import (
    FORMATS,
    compare_systems,
    is_outcomes,
    load_outcomes,
    missing_table,
)
from dreambench_lib.stats import Comparison, ScoreComparison, signflip_test

WINS = {"t1": 2, "t2": 1, "t3": 2, "t4": -1, "t5": 0, "t6": 2}
"""Per task: attempts of two that only A, or (negative) only B, passes."""
ROWS = [
    (system, task, n, int((score if system == "A" else -score) >= n))
    for task, score in WINS.items()
    for system in "AB"
    for n in (1, 2)
]
EXACT = signflip_test(WINS.values()).p_exact


def csv(path: Path, rows: list, heads: str = "system,cluster,replicate,score") -> Path:
    path.write_text("\n".join([heads, *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path


def job(folder: Path, rows: list, **more: Any) -> Path:
    for system, task, n, score in rows:
        trial = folder / f"{task}__{system}{n}"
        trial.mkdir(parents=True)
        told = {
            "task_name": task, "trial_name": trial.name, "agent_info": {"name": system},
            "verifier_result": {"rewards": {"reward": float(score)}}, "exception_info": None,
        } | more  # fmt: skip
        (trial / "result.json").write_text(json.dumps(told))
    (folder / "result.json").write_text(json.dumps({"id": "job", "n_total_trials": len(rows)}))
    return folder


def check(path: Path, columns: dict[str, str] | None = None) -> None:
    found = compare_systems(load_outcomes(path, columns), "A", "B")
    assert isinstance(found, Comparison)
    assert found.scores == WINS
    assert found.p_exact == EXACT
    assert found.status == "exploratory"


def test_csv(tmp_path: Path) -> None:
    check(csv(tmp_path / "o.csv", ROWS))


def test_csv_with_other_names_and_words(tmp_path: Path) -> None:
    rows = [(s, t, f"run-{n}", str(bool(v))) for s, t, n, v in ROWS]
    path = csv(tmp_path / "o.csv", rows, "model,task,attempt,ok")
    columns = {"system": "model", "cluster": "task", "replicate": "attempt", "score": "ok"}
    check(path, columns)


def test_a_replicate_column_may_be_left_out(tmp_path: Path) -> None:
    rows = [(s, t, v) for s, t, n, v in ROWS if n == 1]
    path = csv(tmp_path / "o.csv", rows, "system,cluster,score")
    assert compare_systems(load_outcomes(path), "A", "B").D == 3


@pytest.mark.parametrize("kind", [int, float, bool])
def test_parquet(tmp_path: Path, kind: type) -> None:
    pytest.importorskip("pyarrow", reason="extra parquet is not installed")
    frame = pd.DataFrame(ROWS, columns=["system", "cluster", "replicate", "score"])
    frame.astype({"score": kind}).to_parquet(tmp_path / "o.parquet")
    check(tmp_path / "o.parquet")


def test_harbor(tmp_path: Path) -> None:
    check(job(tmp_path / "job", ROWS))
    check(tmp_path)  # a folder of jobs


def test_harbor_faults_that_are_not_the_agents_are_left_out(tmp_path: Path) -> None:
    job(tmp_path / "a", ROWS[:-1])
    job(
        tmp_path / "b", ROWS[-1:], exception_info={"exception_type": "EnvironmentStartTimeoutError"}
    )
    found = load_outcomes(tmp_path)
    assert len(found.left_out) == 1
    with pytest.raises(BadInput, match="1 outcomes are missing"):
        compare_systems(found, "A", "B")
    assert compare_systems(found, "A", "B", "unpaired").D == 5
    own = job(tmp_path / "c", ROWS, exception_info={"exception_type": "AgentTimeoutError"})
    check(own)


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Real logs of two models that answer by rote, made by inspect-ai without a network."""
    pytest.importorskip("inspect_ai", reason="extra inspect is not installed")
    from inspect_ai import Task
    from inspect_ai import eval as run
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from inspect_ai.scorer import match

    folder = tmp_path_factory.mktemp("logs")
    samples = [Sample(id=t, input=t, target="yes", metadata={"kin": t[-1]}) for t in WINS]
    for system in "AB":
        answers = [
            ModelOutput.from_content("mockllm/model", "yes" if score else "no")
            for n in (1, 2)
            for task in WINS
            for s, t, m, score in ROWS
            if (s, t, m) == (system, task, n)
        ]
        for answer in answers:  # without usage the mock counts tokens, for which it goes online
            answer.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        model = get_model("mockllm/model", custom_outputs=answers, memoize=False)
        task = Task(dataset=samples, scorer=match(), name=f"quiz-{system}", epochs=2)
        run(task, model=model, log_dir=str(folder), display="none", max_connections=1,
            max_samples=1, max_tasks=1)  # fmt: skip
    return folder


def test_inspect(logs: Path) -> None:
    found = load_outcomes(logs, {"system": "task"})
    assert sorted(found.systems) == ["quiz-A", "quiz-B"]
    result = compare_systems(found, "quiz-A", "quiz-B")
    assert isinstance(result, Comparison)
    assert result.clusters == 6
    assert result.both_pass + result.both_fail + result.b + result.c == 12
    totals = {s: sum(v for system, _, _, v in ROWS if system == s) for s in "AB"}
    assert sum(found.of("quiz-A").values()) == totals["A"]
    assert sum(found.of("quiz-B").values()) == totals["B"]
    assert sum(WINS.values()) == result.D


@pytest.mark.parametrize(
    ("columns", "match"),
    [
        ({"system": "modle"}, "unknown system of Inspect logs 'modle': did you mean 'model'"),
        ({"system": "task", "cluster": "metadata.kni"}, "did you mean 'metadata.kin'"),
        ({"system": "task", "score": "mach"}, "unknown scorer in .*did you mean 'match'"),
    ],
)
def test_inspect_refusals(logs: Path, columns: dict[str, str], match: str) -> None:
    with pytest.raises(BadInput, match=match):
        load_outcomes(logs, columns)


def test_something_else_called_eval(tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai", reason="extra inspect is not installed")
    (tmp_path / "x.eval").write_text("no log")
    with pytest.raises(BadInput, match=r"x.eval is no Inspect log"):
        load_outcomes(tmp_path / "x.eval")


def test_scores_of_any_size(tmp_path: Path) -> None:
    path = csv(tmp_path / "o.csv", [(s, t, n, 7 * v) for s, t, n, v in ROWS])
    found = compare_systems(load_outcomes(path), "A", "B")
    assert isinstance(found, ScoreComparison)
    assert (found.D, found.p_exact) == (7 * sum(WINS.values()), EXACT)
    told = compare_source(str(path), "A", "B")
    assert told["status"] == "exploratory"
    assert Fraction(told["p_exact"]) == EXACT


@pytest.mark.parametrize(
    ("rows", "heads", "match"),
    [
        (ROWS, "model,cluster,replicate,score", r"no column 'system'.*--columns system=NAME"),
        ([*ROWS, ROWS[0]], None, "line 26 .* a second time"),
        ([("A", "t", 1, 0.5)], None, "line 2 .* 0.5, not a whole number: multiply"),
        ([("A", "t", 1, "nan")], None, "line 2 .* has no score: leave the row out"),
        ([("A", "t", 1, "")], None, "line 2 .* has no score"),
        ([("A", "t", 1, "good")], None, "the score 'good': give a number"),
        ([("A", "", 1, 1)], None, "line 2 .* has no cluster"),
        ([], None, "has no outcomes: give at least one row"),
    ],
)
def test_each_wrong_thing_is_one_sentence(
    tmp_path: Path, rows: list, heads: str | None, match: str
) -> None:
    path = csv(tmp_path / "o.csv", rows, heads or "system,cluster,replicate,score")
    with pytest.raises(BadInput, match=match) as told:
        load_outcomes(path)
    assert "\n" not in str(told.value)
    assert "o.csv" in str(told.value)


def test_a_parquet_hole_is_no_score(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="extra parquet is not installed")
    frame = pd.DataFrame(ROWS, columns=["system", "cluster", "replicate", "score"])
    frame = frame.astype({"score": float})
    frame.loc[3, "score"] = None
    frame.to_parquet(tmp_path / "o.parquet")
    with pytest.raises(BadInput, match=r"line 5 of o.parquet has no score"):
        load_outcomes(tmp_path / "o.parquet")


def test_unknown_names_list_the_right_ones(tmp_path: Path) -> None:
    outcomes = load_outcomes(csv(tmp_path / "o.csv", ROWS))
    with pytest.raises(BadInput, match=r"unknown system in o.csv 'C': \(one of: A, B\)"):
        compare_systems(outcomes, "A", "C")
    with pytest.raises(BadInput, match="cannot be compared with itself"):
        compare_systems(outcomes, "A", "A")
    with pytest.raises(BadInput, match="unknown role of a column 'sytem': did you mean 'system'"):
        load_outcomes(tmp_path / "o.csv", {"sytem": "x"})


@pytest.mark.parametrize("name", ["no.csv", "no.parquet", "no.eval", "no.txt"])
def test_a_file_that_is_not_there(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match=r"does not exist|holds no outcomes"):
        load_outcomes(tmp_path / name)


def test_bytes_that_are_no_table(tmp_path: Path) -> None:
    (tmp_path / "o.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match=r"o.csv cannot be read"):
        load_outcomes(tmp_path / "o.csv")
    (tmp_path / "o.parquet").write_bytes(b"PAR0")
    with pytest.raises(BadInput, match=r"o.parquet is no parquet file"):
        load_outcomes(tmp_path / "o.parquet")


def test_an_unfinished_trial(tmp_path: Path) -> None:
    job(tmp_path / "job", ROWS)
    (tmp_path / "job" / "t1__A1" / "result.json").write_text("{")
    with pytest.raises(BadInput, match=r"t1__A1/result.json is no JSON"):
        load_outcomes(tmp_path / "job")


def test_our_own_runs_are_not_taken_for_others(run_folder: Path) -> None:
    assert not is_outcomes(run_folder)
    assert len({one.what for one in FORMATS}) == 4


def test_every_rule_stands_in_the_table(tmp_path: Path) -> None:
    outcomes = load_outcomes(csv(tmp_path / "o.csv", ROWS[:-1]))
    text = missing_table(outcomes, "A", "B").markdown()
    for rule in ("refuse", "complete-pairs", "common-seeds", "drop-clusters", "worst-case"):
        assert rule in text
    assert "refused: 1 outcomes are missing" in text
