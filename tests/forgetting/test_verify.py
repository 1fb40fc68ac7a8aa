"""A report is refused as soon as its receipts do not support its headline."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.forgetting.reports import folder as disk
from dreambench_lib.forgetting.reports.answers import read_answers
from dreambench_lib.forgetting.reports.make import literal_report
from dreambench_lib.forgetting.reports.verify import all_passed, verify
from dreambench_lib.forgetting.score.policies import AS_RELEASED


@pytest.fixture
def report(tiny: Path, answers: Path, tmp_path: Path) -> Path:
    literal_report(tiny, read_answers(answers), tmp_path / "out", subject="t", policy=AS_RELEASED)
    return tmp_path / "out"


def edit(path: Path, change: Callable[[Any], Any]) -> None:
    """Change a JSON file, or each line of a JSON lines file."""
    if path.suffix == ".json":
        value = json.loads(path.read_text())
        path.write_text(json.dumps(change(value) or value))
        return
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    rows = change(rows) or rows
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def restamp(report: Path) -> None:
    """What a careful forger does next: make the manifest's file digests fit."""
    files = {name: disk.digest(report / name) for name in disk.FILES}
    edit(report / disk.MANIFEST, lambda head: head | {"files": files})


def failed(report: Path, data: Path | None = None) -> list[str]:
    return [one.what for one in verify(report, data) if not one.passed]


def test_an_honest_report_holds(report: Path, tiny: Path) -> None:
    assert all_passed(verify(report))
    assert all_passed(verify(report, tiny))
    manifest = disk.read_manifest(report)
    assert "empty-bucket policy as-released; 2 of 3 questions" in manifest["headline"]["header"]
    assert [cell["fama"]["exact"] for cell in manifest["headline"]["cells"]] == [
        "100/1", "100/1", "50/1",
    ]  # fmt: skip


def turn(**vote: str) -> Callable[[Any], Any]:
    """The last verdict turned round, and what its judge said with it."""

    def change(rows: Any) -> None:
        rows[5].update(verdict="no")
        rows[5]["votes"][0].update(vote)

    return change


R, P = disk.RECEIPTS, disk.PLANTED
FORGERIES: list[tuple[str, str, Callable[[Any], Any]]] = [
    ("a verdict is turned", R, turn()),
    ("vote and verdict are turned", R, turn(vote="no")),
    ("raw answer, vote and verdict are turned", R, turn(vote="no", raw="no")),
    ("a receipt is dropped", R, lambda rows: rows[:-1]),
    ("a receipt is doubled", R, lambda rows: [*rows, rows[0]]),
    ("a judge votes twice", R, lambda rows: rows[0].update(votes=rows[0]["votes"] * 2)),
    ("another kind", R, lambda rows: rows[5].update(kind="presence")),
    ("another protocol in a receipt", R, lambda rows: rows[0].update(protocol="strict")),
    ("more judges in a receipt", R, lambda rows: rows[0].update(configured=3)),
    ("a stranger votes", R, lambda rows: rows[0]["votes"][0].update(judge="x")),
    ("a better score", disk.SCORES, lambda made: made["cells"][2].update(fama=None)),
    ("better judges", disk.SCORES, lambda made: made["judges"][0].update(unanswered=1)),
    ("another answer", disk.ANSWERS, lambda rows: rows[2].update(answer="Plant roses.")),
    ("a planted receipt is dropped", P, lambda rows: rows[:-1]),
    ("a planted verdict is turned", P, lambda rows: rows[0].update(verdict="no")),
]


@pytest.mark.parametrize(("name", "file", "change"), FORGERIES, ids=[one[0] for one in FORGERIES])
@pytest.mark.parametrize("careful", [False, True])
def test_forgeries_are_refused(
    report: Path, name: str, file: str, change: Callable[[Any], Any], careful: bool
) -> None:
    edit(report / file, change)
    if careful:
        restamp(report)
    found = failed(report)
    assert found
    assert ("files are those of the manifest" in found) == (not careful)


HEADS: list[tuple[str, Callable[[Any], Any]]] = [
    ("a better headline", lambda head: head["headline"]["cells"][2].update(fama={"of 100": 99})),
    ("another policy", lambda head: head.update(policy="exclude")),
    ("another protocol", lambda head: head.update(protocol="strict")),
    ("a nicer label", lambda head: head.update(label="judged by three models")),
    ("fewer personas expected", lambda head: head.update(personas=[])),
    ("another release", lambda head: head.update(release="0" * 64)),
    ("fewer criteria expected", lambda head: head["expected"].update(criteria=5)),
]


@pytest.mark.parametrize(("name", "change"), HEADS, ids=[one[0] for one in HEADS])
def test_forged_manifests_are_refused(
    report: Path, name: str, change: Callable[[Any], Any]
) -> None:
    edit(report / disk.MANIFEST, change)
    assert failed(report)


@pytest.mark.parametrize("file", disk.FILES)
def test_a_missing_file_is_refused(report: Path, file: str) -> None:
    (report / file).unlink()
    assert failed(report)


def test_a_whole_question_left_out_needs_the_release_to_show(
    report: Path, tiny: Path, answers: Path, tmp_path: Path
) -> None:
    """Consistent in itself, so only the release can tell."""
    other = tmp_path / "less"
    import shutil

    shutil.copytree(tiny, other)
    path = other / "weekly" / "gardener" / "evaluation_questions_gardener.json"
    body = json.loads(path.read_text())
    body["questions"]["recommending"] = []
    path.write_text(json.dumps(body))
    texts = [one for one in read_answers(answers) if one.question != "pref_1"]
    literal_report(other, texts, tmp_path / "part", subject="t")
    assert failed(tmp_path / "part") == []
    assert failed(tmp_path / "part", tiny) == ["receipts are about this release"]


def test_literal_verdicts_are_judged_again_with_the_release(report: Path, tiny: Path) -> None:
    from dreambench_lib.forgetting.judges.planted import planted
    from dreambench_lib.forgetting.reports.folder import Setting, read_receipts, write_report

    head = disk.read_manifest(report)
    receipts = list(read_receipts(report / disk.RECEIPTS))
    last = receipts[5]
    vote = last.votes[0].model_copy(update={"vote": "no", "raw": "no"})
    receipts[5] = last.model_copy(update={"votes": (vote,), "verdict": "no"})
    fields = {name: head[name] for name in Setting._fields} | {"policy": AS_RELEASED}
    write_report(
        report, Setting(**fields), receipts, list(read_receipts(report / disk.PLANTED)),
        planted(), read_answers(report / disk.ANSWERS),
    )  # fmt: skip
    assert failed(report) == []
    assert failed(report, tiny) == ["receipts are about this release"]


def test_a_report_is_written_over_and_a_stranger_is_refused(
    report: Path, tiny: Path, answers: Path, tmp_path: Path
) -> None:
    first = (report / disk.MANIFEST).read_bytes()
    literal_report(tiny, read_answers(answers), report, subject="t", policy=AS_RELEASED)
    assert (report / disk.MANIFEST).read_bytes() == first
    assert sorted(path.name for path in report.iterdir()) == sorted([disk.MANIFEST, *disk.FILES])
    assert not all_passed(verify(tmp_path))
