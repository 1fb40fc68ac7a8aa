"""`dreambench run --traps DIR`: traps kept outside the tree run, seal and verify."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dreambench_lib.cli import main
from dreambench_lib.harness.verify import verify
from dreambench_lib.traps.load import load_traps

from .conftest import Tiny


def test_private_traps_run_from_their_folder(
    tiny: Tiny,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    root, out = tiny.write().parent, tmp_path / "out"
    words = ["--conditions", "B0,ideal", "--traps", root, "--seeds", "1", "--out", out, "--json"]
    monkeypatch.setattr("sys.argv", ["dreambench", "run", *map(str, words), "--workers", "1"])
    main()
    told = json.loads(capsys.readouterr().out)
    assert told["cells"] == 2
    rows = (out / "cells.csv").read_text().splitlines()
    outcomes = {row.split(",")[0]: row.split(",")[4] for row in rows[1:]}
    assert outcomes == {"B0": "0", "ideal": "1"}
    assert all("T3-tiny" in row for row in rows[1:])
    assert [f for f in verify(out, root=root) if not f.passed] == []
    assert "T3-tiny" not in load_traps()
    failed = {f.what for f in verify(out) if not f.passed}
    assert failed == {"traps are those of the run"}
