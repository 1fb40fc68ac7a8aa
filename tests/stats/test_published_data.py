"""The committed fold is whole, and equals the shared originals where these are at hand."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import pandas as pd
import pytest

HERE = Path(__file__).parents[2] / "results" / "published"
SHARED = os.environ.get("DREAMBENCH_SHARED")
RENAMED = {"v2": "p_family", "v1": "v1_family"}


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as lines:
        return list(csv.DictReader(lines))


def contains(ours: object, theirs: object) -> bool:
    """Everything of theirs is in ours, unchanged; ours may hold further published facts."""
    if isinstance(theirs, dict):
        return isinstance(ours, dict) and all(
            key in ours and contains(ours[key], value) for key, value in theirs.items()
        )
    if isinstance(theirs, list):
        return (
            isinstance(ours, list) and len(ours) == len(theirs) and all(map(contains, ours, theirs))
        )
    return ours == theirs


def test_grid_is_complete(cells: pd.DataFrame) -> None:
    assert len(cells) == 3780
    assert not cells.duplicated(["condition", "agent", "trap_id", "seed"]).any()
    assert cells.groupby("condition").size().eq(180).all()
    assert cells["condition"].nunique() == 21
    assert cells["trap_id"].nunique() == 60
    assert set(cells["agent"]) == {"published"}
    assert set(cells["passed"]) == {0, 1}


def test_columns_are_those_of_a_run() -> None:
    header = (HERE / "cells.csv").read_text().splitlines()[0]
    assert header == "condition,agent,trap_id,seed,passed"


def test_manifest_says_what_it_is() -> None:
    manifest = json.loads((HERE / "manifest.json").read_text())
    assert manifest["source"] == "published"
    assert "2608.20664" in manifest["cite"]
    assert manifest["cells"] == 3780


def test_construct_sizes_are_the_printed_ones(cells: pd.DataFrame, figures: dict) -> None:
    sizes = cells[cells["condition"] == "B0"].groupby("construct").size().to_dict()
    assert sizes == figures["construct_table"]["cells"]


@pytest.mark.skipif(not SHARED, reason="DREAMBENCH_SHARED does not name the shared originals")
class TestSharedOriginals:
    def shared(self, name: str) -> Path:
        return Path(str(SHARED)) / "published" / name

    def test_cells(self) -> None:
        keys = ("condition", "trap_id", "seed", "passed")
        ours = sorted(tuple(row[key] for key in keys) for row in rows(HERE / "cells.csv"))
        theirs = sorted(tuple(row[key] for key in keys) for row in rows(self.shared("cells.csv")))
        assert ours == theirs

    @pytest.mark.parametrize("name", ["traps.csv", "hygiene.csv"])
    def test_tables(self, name: str) -> None:
        assert rows(HERE / name) == rows(self.shared(name))

    def test_figures(self, figures: dict) -> None:
        theirs = json.loads(self.shared("figures.json").read_text())
        assert contains(figures, {RENAMED.get(key, key): value for key, value in theirs.items()})
