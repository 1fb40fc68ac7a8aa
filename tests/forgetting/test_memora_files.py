"""Memora's own result files: out, in again, and refused where they contradict themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.release.layout import release_digest
from dreambench_lib.forgetting.release.load import Malformed
from dreambench_lib.forgetting.reports.answers import read_answers
from dreambench_lib.forgetting.reports.derive import results
from dreambench_lib.forgetting.reports.exchange import export_report, import_run
from dreambench_lib.forgetting.reports.folder import RECEIPTS, read_receipts
from dreambench_lib.forgetting.reports.make import literal_report
from dreambench_lib.forgetting.reports.memora import read_results
from dreambench_lib.forgetting.reports.stated import stated_reports
from dreambench_lib.forgetting.score.counts import Counts
from dreambench_lib.forgetting.score.policies import AS_RELEASED


@pytest.fixture
def report(tiny: Path, answers: Path, tmp_path: Path) -> Path:
    place = tmp_path / "my_run"
    literal_report(tiny, read_answers(answers), place, subject="t", policy=AS_RELEASED)
    return place


def test_out_and_in_again(report: Path, tiny: Path) -> None:
    written = export_report(report, tiny)
    assert [path.name.split("_")[1] for path in written] == ["results", "report"]
    assert written[0].parent == tiny / "weekly" / "gardener" / "eval_results" / "my_run"
    again = import_run(tiny, "my_run", release_digest(tiny))
    assert again == results(read_receipts(report / RECEIPTS))
    told = json.loads(written[1].read_text())
    assert told["policy"] == "as-released"
    assert told["fama"]["recommending"]["weekly"] == 50.0
    assert "assumed" in told["schema"]


def test_stated_figures_are_compared_with_the_results(report: Path, tiny: Path) -> None:
    path = export_report(report, tiny)[1]
    found = import_run(tiny, "my_run", release_digest(tiny))
    assert [(one.task, one.stated, one.derived, one.verdict)
            for one in stated_reports(tiny, "my_run", found)] == [
        ("remembering", 100.0, 100.0, "agrees"),
        ("reasoning", 100.0, 100.0, "agrees"),
        ("recommending", 50.0, 50.0, "agrees"),
    ]  # fmt: skip
    body = json.loads(path.read_text())
    body["fama"]["recommending"] = 51.0
    path.write_text(json.dumps(body))
    assert stated_reports(tiny, "my_run", found)[2].verdict == "differs"
    for other in ('{"overall": 3}', "[]", '{"fama": {"remembering": "high"}}', "{"):
        path.write_text(other)
        [one] = stated_reports(tiny, "my_run", found)
        assert one.verdict.startswith("not compared")


def test_two_result_files_of_one_persona_are_refused(report: Path, tiny: Path) -> None:
    first = export_report(report, tiny)[0]
    first.with_name("eval_results_2.json").write_text(first.read_text())
    with pytest.raises(BadInput, match="one eval_results file is wanted and there are 2"):
        import_run(tiny, "my_run", "r")
    with pytest.raises(BadInput, match="did you mean 'my_run'"):
        import_run(tiny, "my-run", "r")


def test_a_report_that_does_not_verify_is_not_exported(report: Path, tiny: Path) -> None:
    (report / RECEIPTS).write_text("")
    with pytest.raises(BadInput, match="does not verify"):
        export_report(report, tiny)


def row(answer: Any = "yes", kind: str = "memory_presence", **more: Any) -> dict[str, Any]:
    return {"evaluation_type": kind, "judge_answer": answer, **more}


def write(path: Path, rows: list[Any], **names: Any) -> Path:
    body = {"results": [{"question_id": "q", "task_type": "reasoning", "evaluation_results": rows}]}
    path.write_text(json.dumps(body | names))
    return path


def test_answers_make_counters(tmp_path: Path) -> None:
    rows = [row(), row("No"), row("no", "forgetting_absence", is_correct=True)]
    (found,) = read_results(write(tmp_path / "a.json", rows), "r", "weekly", "p")
    assert found.counts == Counts(1, 2, 1, 1)
    (found,) = read_results(write(tmp_path / "a.json", [row(), row(None)]), "r", "weekly", "p")
    assert found.counts is None


def test_lists_by_task_and_other_names_are_read(tmp_path: Path) -> None:
    question = {"question_id": "q", "sub_questions": [
        {"evaluation_type": "memory_presence", "answer": "yes", "correct": True}]}  # fmt: skip
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"questions": {"reasoning": [question]}}))
    assert read_results(path, "r", "weekly", "p")[0].counts == Counts(1, 1, 0, 0)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([row("yes", is_correct=False)], "says False of the answer 'yes'"),
        ([row(kind="guess")], "neither of the two known"),
        ([{"evaluation_type": "memory_presence"}], "has none of judge_answer"),
        (["x"], "is no object"),
    ],
)
def test_contradictions_are_named_by_key(tmp_path: Path, rows: list[Any], sentence: str) -> None:
    with pytest.raises(Malformed, match=sentence) as fault:
        read_results(write(tmp_path / "a.json", rows), "r", "weekly", "p")
    assert fault.value.key.startswith("results[0].evaluation_results[0]")


def test_other_shapes_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    for text, sentence in (("[]", "has none of results"), ("{", "no JSON"),
                           ('{"results": 1}', "neither a list"),
                           ('{"results": {"hoping": [{}]}}', "is no task")):  # fmt: skip
        path.write_text(text)
        with pytest.raises(BadInput, match=sentence):
            read_results(path, "r", "weekly", "p")
    one = {"question_id": "q", "task_type": "reasoning", "evaluation_results": []}
    path.write_text(json.dumps({"results": [one, one]}))
    with pytest.raises(BadInput, match="there twice"):
        read_results(path, "r", "weekly", "p")
