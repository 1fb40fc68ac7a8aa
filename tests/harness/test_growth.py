"""A run's own costs grow in step with its cells: memory, what is read again, what is forced out.

Counts and bytes, never seconds; `tests/benchmarks/test_growth.py` has the hundred thousand cells.
"""

from __future__ import annotations

import pickle
import tracemalloc
from pathlib import Path

import pytest

from dreambench_lib.harness import log as logs
from dreambench_lib.harness import run as running
from dreambench_lib.harness import seal as sealing
from dreambench_lib.harness import sealed_files
from dreambench_lib.harness.finished import Finished
from dreambench_lib.harness.log import NAME, RunLog, lines
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.verify import verify
from dreambench_lib.records import CellKey, CellRecord
from dreambench_lib.report import sources
from dreambench_lib.report.frames import load
from tests.noop import ENGINE, grid

KB = 1024


@pytest.fixture(autouse=True)
def _no_self_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sandbox's battery costs the same for every run, and is tested elsewhere."""
    monkeypatch.setattr(running, "check_sandbox", lambda name: {})
    monkeypatch.setattr(sealing, "_environment", lambda folder, plan: {})


def peak(folder: Path, cells: int) -> int:
    """The most bytes that a run of `cells` no-ops held at a time."""
    plan, key = grid(cells)
    assert len(plan.cells()) == cells
    tracemalloc.start()
    try:
        run(plan, key, folder, workers=1, engine=ENGINE)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_cell_takes_at_most_a_kilobyte_of_the_driver(tmp_path: Path) -> None:
    peak(tmp_path / "warm", 500)
    few, many = (peak(tmp_path / f"{n}", n) for n in (500, 2500))
    assert many - few <= 2000 * KB


def test_a_resumed_run_reads_each_line_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, key = grid(1000)
    run(plan, key, tmp_path / "run", workers=1, engine=ENGINE)
    read: list[bytes] = []
    real = logs._Keyed.model_validate_json
    monkeypatch.setattr(
        logs._Keyed, "model_validate_json", lambda line: (read.append(line), real(line))[1]
    )
    monkeypatch.setattr(CellRecord, "model_validate_json", lambda line: pytest.fail("a record"))
    run(plan, key, tmp_path / "run", workers=1, engine=ENGINE)
    assert len(read) == len(set(read)) == 1000


def test_equal_names_share_their_memory(tmp_path: Path) -> None:
    """Those of records that came from a worker, and those of lines that were read again."""
    with RunLog(tmp_path) as log:
        for seed in range(9):
            record = CellRecord(key=CellKey("a condition", "a reader", "a trap", seed))
            log.append(pickle.loads(pickle.dumps(Finished.of(record))))
        read = [line.key for line in lines(tmp_path / NAME)]
        assert len({id(name) for key in (*log.done, *read) for name in key[:3]}) == 3


class Clock:
    """Seconds that pass only when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.mark.parametrize(("pace", "forced"), [(0.0, 1), (logs.SYNC_SECONDS, 50)])
def test_quick_cells_are_forced_out_together_and_slow_ones_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pace: float, forced: int
) -> None:
    clock, synced = Clock(), list[int]()
    monkeypatch.setattr(logs.time, "monotonic", clock.monotonic)
    with RunLog(tmp_path) as log:
        monkeypatch.setattr(logs.os, "fsync", synced.append)
        for seed in range(50):
            clock.now += pace
            log.append(Finished.of(CellRecord(key=CellKey("B0", "reader", "trap", seed))))
            # Whether forced or not, it is in the file: a killed process loses nothing.
            assert len((tmp_path / NAME).read_bytes().splitlines()) == seed + 1
    assert len(synced) == forced, "the quick ones once, at the end"


def test_a_run_of_no_ops_seals_verifies_and_loads_with_packed_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Large runs have their cells' table packed, and are found and read all the same."""
    monkeypatch.setattr(sealed_files, "LARGE", 1)
    monkeypatch.setenv("DREAMBENCH_OUT", str(tmp_path))
    folder = tmp_path / "runs" / "many"
    plan, key = grid(500)
    run(plan, key, folder, workers=2, engine=ENGINE)
    assert seal(folder)["cells"] == 500
    assert not (folder / "cells.csv").exists()
    assert [f for f in verify(folder) if not f.passed] == []
    assert "many" in sources.sources()
    assert len(load("many").cells) == 500
