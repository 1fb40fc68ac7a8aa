"""Large tables lie packed in a sealed run, and everything reads them as if they lay open."""

from __future__ import annotations

import lzma
from pathlib import Path

import pandas as pd
import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.harness import sealed_files
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.verify import verify
from dreambench_lib.report.frames import load

TABLES = ("cells", "checks", "recalls", "sessions", "traps")


def sealed(folder: Path) -> Path:
    plan, key = make_plan(
        conditions=["B0", "B5"],
        agents=["reader-literal"],
        traps=["C1-envelope"],
        seeds=[1],
        key="a7" * 32,
    )
    run(plan, key, folder, workers=1)
    seal(folder)
    return folder


def test_packed_tables_verify_and_load_like_open_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = sealed(tmp_path / "open")
    monkeypatch.setattr(sealed_files, "LARGE", 1)
    packed = sealed(tmp_path / "packed")
    assert not list(packed.glob("*.csv"))
    assert all(finding.passed for finding in verify(packed))
    for name in TABLES:
        text = (opened / f"{name}.csv").read_bytes()
        assert lzma.decompress((packed / f"{name}.csv.xz").read_bytes()) == text


def test_frames_read_packed_tables(tmp_path: Path) -> None:
    folder = sealed(tmp_path / "run")
    before = load(folder)
    for name in ("checks", "recalls", "sessions"):
        table = folder / f"{name}.csv"
        (folder / f"{name}.csv.xz").write_bytes(lzma.compress(table.read_bytes()))
        table.unlink()
    after = load(folder)
    for name in ("checks", "recalls", "sessions"):
        pd.testing.assert_frame_equal(getattr(before, name), getattr(after, name))


def test_a_damaged_packed_table_is_named(tmp_path: Path) -> None:
    folder = sealed(tmp_path / "run")
    (folder / "recalls.csv").unlink()
    (folder / "recalls.csv.xz").write_bytes(b"no archive")
    with pytest.raises(BadInput, match=r"recalls\.csv\.xz"):
        load(folder)
