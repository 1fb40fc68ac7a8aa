"""A newcomer's way, as CONTRIBUTING tells it: scaffold, write, check, run, all in a private folder.

The words that a newcomer would write are in ``private/``.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dreambench_lib.cli import main
from dreambench_lib.cli.traps import app
from dreambench_lib.traps.load import ROOT, load_traps

WRITTEN = Path(__file__).parent / "private"
NAME = "C5-closing-hours"


def traps(folder: Path, *args: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["--traps", str(folder), *args], env={"COLUMNS": "200"})
    assert done.exit_code == code, done.output
    return done.stdout


def test_from_nothing_to_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, log = tmp_path / "mine", str(tmp_path / "log.jsonl")
    told = traps(mine, "new", "C5", "--fixture", "ledger", "--name", "closing-hours")
    assert f"dreambench traps --traps {mine} check {NAME}" in " ".join(told.split())
    assert (mine / "fixtures/ledger/repo").is_dir()
    lint = ("check", NAME, "--texts-only", "--seeds", "1", "--log", log, "--json")
    open_ = json.loads(traps(mine, *lint, code=1))["results"]
    assert {row["gate"] for row in open_ if not row["passed"]} == {"texts", "skeleton"}

    (mine / NAME / "s3/right/todo.py").unlink()
    shutil.copytree(WRITTEN / NAME, mine / NAME, dirs_exist_ok=True)
    gates = ("check", NAME, "--seeds", "3", "--log", log, "--workers", "1", "--json")
    rows = json.loads(traps(mine, *gates))["results"]
    assert len(rows) > 20
    assert all(row["passed"] for row in rows)

    words = ["--conditions", "B0,ideal", "--traps", mine, "--seeds", "1,2", "--workers", "1"]
    out = tmp_path / "out"
    monkeypatch.setattr("sys.argv", ["dreambench", "run", *map(str, words), "--out", str(out)])
    main()
    capsys.readouterr()
    cells = [row.split(",") for row in (out / "cells.csv").read_text().splitlines()[1:]]
    assert {(row[0], row[2], row[4]) for row in cells} == {("B0", NAME, "0"), ("ideal", NAME, "1")}


def test_the_example_is_no_trap_of_the_set() -> None:
    assert NAME not in load_traps()
    assert not (ROOT / NAME).exists()
