"""A sealed run's tables as Parquet: what the CSV files say, typed, the same bytes every time."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner

from dreambench_lib.cli import app
from dreambench_lib.errors import BadInput
from dreambench_lib.harness import sealed_files
from dreambench_lib.report import columns, parquet
from dreambench_lib.report.comparing import compare_source
from dreambench_lib.report.parquet import TABLES, write_parquet

pyarrow = pytest.importorskip("pyarrow.parquet")
FROZEN = "pressure/n0"


@pytest.fixture(scope="module")
def folder() -> Path:
    from dreambench_lib.report.sources import find

    return find(FROZEN)


def test_what_is_read_back_is_what_the_csv_says(folder: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["runs", "export", FROZEN, "--parquet", str(tmp_path / "t")])
    assert result.exit_code == 0, result.output
    made = {path.stem for path in (tmp_path / "t").iterdir()}
    assert made >= {"cells", "traps", "sessions", "checks", "recalls", "usage"}
    for name in made:
        told = columns.read(folder / f"{name}.csv", TABLES[name])
        back = pd.read_parquet(tmp_path / "t" / f"{name}.parquet").astype(dict(told.dtypes))
        pd.testing.assert_frame_equal(back, told)
    types = {f.name: str(f.type) for f in pyarrow.read_schema(tmp_path / "t" / "recalls.parquet")}
    assert (types["seed"], types["score"], types["facts"]) == ("int64", "double", "string")


def test_equal_runs_give_equal_bytes_however_they_are_cut_for_reading(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b"):
        write_parquet(FROZEN, tmp_path / name)
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()
    monkeypatch.setattr(parquet, "ROWS", 1000)
    write_parquet(FROZEN, tmp_path / "c")
    for path in (tmp_path / "a").iterdir():
        one, other = (pyarrow.read_table(p) for p in (path, tmp_path / "c" / path.name))
        assert one.equals(other)


def test_the_cells_table_is_anybodys_outcomes(tmp_path: Path) -> None:
    write_parquet(FROZEN, tmp_path / "t")
    roles = {"system": "condition", "cluster": "trap_id", "replicate": "seed", "score": "passed"}
    found = pd.read_parquet(tmp_path / "t" / "cells.parquet")
    found[found["agent"] == "reader-careful"].to_parquet(tmp_path / "careful.parquet")
    theirs = compare_source(str(tmp_path / "careful.parquet"), "B5", "B0", columns=roles)
    ours = compare_source(FROZEN, "B5", "B0", "reader-careful")
    assert theirs["b"] == ours["needs"]["b"] + ours["hurts"]["b"]


def test_what_cannot_be_done_is_one_sentence_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").touch()
    with pytest.raises(BadInput, match="is not empty: name another folder"):
        write_parquet(FROZEN, tmp_path / "full")
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "manifest.json").write_text(json.dumps({}))
    (damaged / "cells.csv").write_text("seed,passed\none,1\n")
    with pytest.raises(BadInput, match="is no number"):
        write_parquet(damaged, tmp_path / "out")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadInput, match=r"pip install 'dreambench\[parquet\]'"):
        write_parquet(FROZEN, tmp_path / "out")
    assert {path.name for path in tmp_path.iterdir()} == {"full", "damaged"}


def test_packed_tables_are_exported_like_open_ones(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "packed"
    packed.mkdir()
    for path in folder.iterdir():
        if path.suffix in (".csv", ".json"):
            (packed / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(sealed_files, "LARGE", 1)
    for path in list(packed.glob("*.csv")):
        sealed_files._packed(path)
    write_parquet(folder, tmp_path / "a")
    write_parquet(packed, tmp_path / "b")
    assert (tmp_path / "a" / "cells.parquet").read_bytes() == (
        tmp_path / "b" / "cells.parquet"
    ).read_bytes()
