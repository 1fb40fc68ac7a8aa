"""`dreambench seal`: what it refuses, what it leaves alone, and what reaches the disk when."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dreambench_lib.canonical import canonical
from dreambench_lib.cli import app
from dreambench_lib.errors import BadInput
from dreambench_lib.harness import run as running
from dreambench_lib.harness import seal as sealing
from dreambench_lib.harness.folder import LOG, MANIFEST, is_sealed
from dreambench_lib.harness.log import RunLog
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.sealed_files import RECORDS
from tests.noop import ENGINE, grid


@pytest.fixture
def finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run whose cells are all there, unsealed."""
    monkeypatch.setattr(running, "check_sandbox", lambda name: {})
    monkeypatch.setattr(sealing, "_environment", lambda folder, plan: {})
    plan, key = grid(500)
    run(plan, key, tmp_path / "run", workers=1, engine=ENGINE)
    return tmp_path / "run"


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_sealing_twice_is_sealing_once(finished: Path) -> None:
    first = CliRunner().invoke(app, ["seal", str(finished)])
    assert first.exit_code == 0, first.output
    head = json.loads((finished / MANIFEST).read_text())
    for word in ("sealed: 500 cells", head["root"], head["key"], head["plan"]["commitment"]):
        assert word in first.output
    before = files(finished)
    again = CliRunner().invoke(app, ["seal", str(finished)])
    assert "was sealed already" in again.output
    assert json.loads(CliRunner().invoke(app, ["seal", str(finished), "--json"]).output) == head
    assert files(finished) == before


def test_an_unfinished_run_says_how_many_cells_it_lacks(finished: Path) -> None:
    lines = (finished / LOG).read_bytes().splitlines(keepends=True)
    (finished / LOG).write_bytes(b"".join(lines[:-7]))
    before = files(finished)
    refused = CliRunner().invoke(app, ["seal", str(finished)])
    assert isinstance(refused.exception, BadInput)
    assert "run lacks 7 cells of 500: finish it with 'dreambench run'" in str(refused.exception)
    assert files(finished) == before


def test_a_run_that_somebody_works_on_is_not_sealed(finished: Path) -> None:
    with RunLog(finished), pytest.raises(BadInput, match="another process is running in run"):
        seal(finished)
    seal(finished)
    assert is_sealed(finished)


def test_the_log_goes_only_when_all_that_replaces_it_is_on_the_disk(
    finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forced: list[str] = []
    real, unlink = sealing._force_out, Path.unlink

    def force(path: Path) -> None:
        forced.append(path.name)
        real(path)

    def gone(path: Path, missing_ok: bool = False) -> None:
        if path == finished / LOG:
            listed = json.loads((finished / MANIFEST).read_text())["files"]
            assert forced == [*listed, MANIFEST, finished.name]
            forced.append("checked")
        unlink(path, missing_ok)

    monkeypatch.setattr(sealing, "_force_out", force)
    monkeypatch.setattr(Path, "unlink", gone)
    seal(finished)
    assert forced[-1] == "checked"


def test_each_sealed_line_is_canonical(finished: Path) -> None:
    """Receipt and record are put together as text; nothing may tell."""
    seal(finished)
    lines = lzma.decompress((finished / RECORDS).read_bytes()).decode().splitlines()
    assert len(lines) == 500
    assert all(canonical(json.loads(line)) == line for line in lines)


def test_the_environment_is_what_the_cells_ran_in_not_where_they_are_sealed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "check_sandbox", lambda name: {"walls of the run": True})
    plan, key = grid(500)
    for name in ("noted", "lost"):
        run(plan, key, tmp_path / name, workers=1, engine=ENGINE)
    (tmp_path / "lost" / "attempts.jsonl").unlink()
    here = {"interpreter": "Python 0", "battery": {"walls of this machine": True}}
    monkeypatch.setattr(sealing, "_here", lambda plan: here)
    told = {}
    for name in ("noted", "lost"):
        seal(tmp_path / name)
        told[name] = json.loads((tmp_path / name / "environment.json").read_text())
    assert told["noted"]["battery"] == {"walls of the run": True}
    assert told["noted"]["interpreter"] != "Python 0"
    assert {field: told["lost"][field] for field in here} == here
