"""`dreambench memora`: help with examples, JSON, exit codes, one sentence on bad input."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., Any]
COMMANDS = ["census", "lint", "reconcile", "judge", "verify", "run", "human", "import", "export",
            "freeze"]  # fmt: skip


def criterion(name: str, text: str, forgetting: bool) -> dict[str, str]:
    return {
        "evaluation_question_id": name,
        "evaluation_question": text,
        "expected_answer": "no" if forgetting else "yes",
        "evaluation_type": "forgetting_absence" if forgetting else "memory_presence",
    }


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A release with one question and one conversation."""
    folder = tmp_path / "release" / "weekly" / "gardener"
    (folder / "conversations").mkdir(parents=True)
    rubric = [
        criterion("q_p", "Does the response mention the task: Prune roses?", False),
        criterion("q_f", "Does the response mention the deleted task: Mow the lawn?", True),
    ]
    asked = {"question_id": "q", "question": "What is on my list?", "question_date": "2026-01-07",
             "evaluation": {"evaluation_questions": rubric}}  # fmt: skip
    body = {"persona": "gardener", "questions": {"remembering": [asked]}}
    (folder / "evaluation_questions_gardener.json").write_text(json.dumps(body))
    turn = {"turn": 1, "speaker": "user_agent", "message": "I must prune roses."}
    session = {"session_id": 1, "date": "2026-01-01", "persona": "gardener", "conversation": [turn]}
    (folder / "conversations" / "session_0001.json").write_text(json.dumps(session))
    return tmp_path / "release"


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "answers.jsonl"
    row = {"duration": "weekly", "persona": "gardener", "question": "q", "answer": "Prune roses."}
    path.write_text(json.dumps(row) + "\n")
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(dreambench: Call, command: str) -> None:
    result = dreambench("memora", command, "--help")
    assert result.code == 0
    assert f"Example:  dreambench memora {command}" in " ".join(result.out.split()).replace(
        "Example: ", "Example:  "
    )


def test_reconcile_lists_what_the_paper_does_not_add_up_to(dreambench: Call) -> None:
    found = dreambench("memora", "reconcile", "--json").json
    assert found["checked"] == 12
    sizes = {one["printed"]: one["difference"] for one in found["differences"]}
    assert sizes == {"82.5": 1.08, "13.92": -0.16, "84.4": 0.08, "90.0": 0.02}
    assert {one["printed"]: one["difference"] for one in found["ties"]} == {
        "138.37": 0.005, "65.60": 0.005,
    }  # fmt: skip
    assert len(dreambench("memora", "reconcile", "--all", "--json").json["figures"]) == 12
    told = " ".join(dreambench("memora", "reconcile").out.split())
    assert "only as a difference" in told
    assert "2 exact ties: both roundings occur" in told


def test_census_and_lint(dreambench: Call, data: Path) -> None:
    found = dreambench("memora", "census", data, "--json")
    assert (found.code, found.json["criteria"]) == (0, 2)
    assert "Inventory drift" in " ".join(dreambench("memora", "census", data).out.split())
    assert dreambench("memora", "lint", data, "--json").json["no-fact"]["criteria"] == 0
    rows = dreambench("memora", "lint", data, "--rule", "mention-forbidden", "--json").json
    assert [one["criterion"] for one in rows] == ["q_f"]
    assert "did you mean 'no-fact'" in dreambench("memora", "lint", data, "--rule", "no-fat").err


def test_a_malformed_file_is_named_and_fails(dreambench: Call, data: Path) -> None:
    path = data / "weekly" / "gardener" / "evaluation_questions_gardener.json"
    path.write_text(path.read_text().replace('"yes"', '"maybe"'))
    result = dreambench("memora", "census", data)
    assert result.code == 1
    assert "expected_answer" in result.out
    result = dreambench("memora", "lint", data)
    assert result.code == 2
    assert result.err.count("\n") == 1


@pytest.mark.skipif(not os.environ.get("DREAMBENCH_SHARED"), reason="needs the release")
def test_census_of_the_release(dreambench: Call) -> None:
    found = dreambench(
        "memora", "census", Path(os.environ["DREAMBENCH_SHARED"]) / "memora", "--json"
    )
    assert (found.code, found.json["questions"], found.json["criteria"]) == (0, 600, 6415)


def test_judge_verify_export_import(
    dreambench: Call, data: Path, answers: Path, tmp_path: Path
) -> None:
    out = tmp_path / "judged"
    result = dreambench("memora", "judge", "--data", data, "--answers", answers, "--out", out)
    assert result.code == 0
    shown = " ".join(result.out.split())
    assert "literal judge: exact words only, no model" in shown
    assert "empty-bucket policy undefined; 1 of 1 questions have forgetting criteria" in shown
    assert "100.00" in shown
    assert dreambench("memora", "verify", out, "--data", data).code == 0
    export = dreambench("memora", "export", out, "--out", data)
    assert export.code == 0
    assert "eval_results_" in export.out
    # A persona that is not one of the paper's ten is no part of its tables.
    result = dreambench("memora", "import", data, "--run", "judged")
    assert result.code == 2
    assert "not among the expected" in result.err
    path = out / "receipts.jsonl"
    path.write_text(path.read_text().replace('"verdict":"no"', '"verdict":"yes"'))
    result = dreambench("memora", "verify", out, "--json")
    assert result.code == 1
    assert not result.json["passed"]


def test_judges_that_are_not_there_are_no_score(
    dreambench: Call, data: Path, answers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    judges = tmp_path / "judges.toml"
    judges.write_text(
        "".join(f'[[judge]]\nname="{n}"\nmodel="m"\nkey_env="NO_SUCH_KEY"\n' for n in "abc")
    )
    result = dreambench("memora", "judge", "--data", data, "--answers", answers, "--judges", judges,
                        "--out", tmp_path / "out")  # fmt: skip
    assert result.code == 1
    shown = " ".join(result.out.split())
    assert "judges initialised 0 of 3" in shown
    assert "quorum: 0 of 3 judges initialised" in shown
    assert "criteria undecided 2 of 2" in shown


def test_run_shows_three_layers(dreambench: Call, data: Path, tmp_path: Path) -> None:
    result = dreambench("memora", "run", "--data", data, "--memory", "B0,B5", "--out",
                        tmp_path / "run", "--json")  # fmt: skip
    found = {(row["condition"], row["layer"]): row for row in result.json}
    assert found["B5", "answered"]["state"] == "not run"
    assert found["B5", "recalled"]["headline"]["cells"][0]["fama"]["exact"] == "100/1"
    assert found["B0", "stored"]["headline"]["cells"][0]["fama"]["exact"] == "0/1"
    assert dreambench("memora", "verify", tmp_path / "run").code == 0
    words = dreambench("memora", "run", "--data", data, "--memory", "B5", "--out", tmp_path / "r")
    assert "literal judge: exact words, no model" in words.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["run", "--memory", "B6x"], "unknown condition"),
        (["run", "--memory", "B5", "--grain", "word"], "unknown grain 'word'"),
        (["run", "--memory", "B5", "--policy", "zero"], "unknown empty-bucket policy"),
        (["run", "--memory", "B5", "--personas", "gardner"], "known: gardener"),
        (["run", "--memory", "B5", "--duration", "monthly"], "no conversations"),
    ],
)
def test_bad_input_is_one_sentence(
    dreambench: Call, data: Path, tmp_path: Path, words: list[str], sentence: str
) -> None:
    result = dreambench("memora", *words, "--data", data, "--out", tmp_path / "o")
    assert result.code == 2
    assert sentence in result.err
    assert result.err.count("\n") == 1
    assert not (tmp_path / "o").exists()


def test_human_agreement(dreambench: Call, tmp_path: Path) -> None:
    names = ["unanimous yes", "majority yes", "majority no", "unanimous no"]
    strata = {name: {"agree": 22, "judged": 25} for name in names}
    path = tmp_path / "human.json"
    path.write_text(json.dumps({"strata": strata}))
    result = dreambench("memora", "human", path)
    assert "not an accuracy" in " ".join(result.out.split())
    assert "no population estimate" in result.out
    shares = dict(zip(names, ["0.6", "0.1", "0.1", "0.2"], strict=True))
    path.write_text(json.dumps({"strata": strata, "prevalence": shares}))
    rows = dreambench("memora", "human", path, "--json").json
    assert [row["value"] for row in rows] == [0.88, 0.88]
    path.write_text("{}")
    assert dreambench("memora", "human", path).code == 2
