"""The run log: append-only, one record a cell, crash-safe, one writer."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.finished import Finished
from dreambench_lib.harness.log import NAME, RunLog, read_log
from dreambench_lib.records import CellKey, CellRecord


def record(seed: int, detail: str = "") -> Finished:
    return Finished.of(CellRecord(key=CellKey("B0", "reader", "trap", seed), detail=detail))


def test_what_was_appended_is_read_back(tmp_path: Path) -> None:
    with RunLog(tmp_path) as log:
        log.append(record(1, "line\nbreak"))
        log.append(record(2))
    assert [r.key.seed for r in read_log(tmp_path / NAME)] == [1, 2]
    assert next(iter(read_log(tmp_path / NAME))).detail == "line\nbreak"


def test_a_second_record_of_a_cell_is_ignored(tmp_path: Path) -> None:
    with RunLog(tmp_path) as log:
        log.append(record(1, "first"))
        log.append(record(1, "second"))
    assert [r.detail for r in read_log(tmp_path / NAME)] == ["first"]


@given(cut=st.integers(min_value=1, max_value=60))
def test_a_cut_last_line_is_dropped_and_the_cell_runs_again(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    folder = tmp_path_factory.mktemp("run")
    with RunLog(folder) as log:
        log.append(record(1))
        log.append(record(2))
    path = folder / NAME
    path.write_bytes(path.read_bytes()[:-cut])
    with RunLog(folder) as log:
        assert set(log.done) == {record(1).key}
        log.append(record(2))
    assert [r.key.seed for r in read_log(path)] == [1, 2]


def test_damage_in_the_middle_is_refused_with_the_line(tmp_path: Path) -> None:
    with RunLog(tmp_path) as log:
        log.append(record(1))
        log.append(record(2))
    path = tmp_path / NAME
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0][:20] + b"\n" + lines[1])
    before = path.read_bytes()
    with pytest.raises(BadInput, match=r"line 1 of .*log\.jsonl is damaged"):
        RunLog(tmp_path)
    assert path.read_bytes() == before


def test_a_cell_that_stands_twice_is_refused(tmp_path: Path) -> None:
    with RunLog(tmp_path) as log:
        log.append(record(1))
    path = tmp_path / NAME
    path.write_bytes(path.read_bytes() * 2)
    with pytest.raises(BadInput, match="stands twice"):
        RunLog(tmp_path)


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    with RunLog(tmp_path), pytest.raises(BadInput, match="another process is running"):
        RunLog(tmp_path)
    with RunLog(tmp_path) as log:
        assert not log.done
