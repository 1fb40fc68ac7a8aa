"""Looking at a run again and again: each look reads what is new, and counts what one look would."""

from __future__ import annotations

from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.finished import Finished
from dreambench_lib.harness.folder import open_folder
from dreambench_lib.harness.log import NAME, RunLog
from dreambench_lib.harness.plan import Plan, make_plan
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.status import Watch, status
from dreambench_lib.records import CellRecord
from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import mint


def begun(folder: Path) -> tuple[Plan, list[Finished]]:
    """A run of four cells that has begun, and its cells, two of which infra stopped."""
    plan, key = make_plan(["B0", "B5"], ["reader-literal"], ["C9-upload"], [1, 2], key="a7" * 32)
    open_folder(folder, plan, key)
    traps = load_traps()
    records = [
        CellRecord(
            key=cell,
            failed_party="infra" if cell.seed == 2 else None,
            detail="no disk" if cell.seed == 2 else "",
            instance_digest=mint(traps[cell.trap_id], parse_key(key), cell.seed).digest,
        )
        for cell in plan.cells()
    ]
    return plan, [Finished.of(record) for record in records]


def test_each_look_reads_only_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, cells = begun(tmp_path)
    read: list[bytes] = []
    real = CellRecord.model_validate_json
    monkeypatch.setattr(
        CellRecord, "model_validate_json", lambda line: (read.append(line), real(line))[1]
    )
    watch = Watch(tmp_path)
    assert watch.look().done == 0
    for number, cell in enumerate(cells, start=1):
        with RunLog(tmp_path) as log:
            log.append(cell)
        assert watch.look() == status(tmp_path)
        assert watch.look().done == number
    assert watch.look().stopped == {"infra": 2}
    mine = sum(read.count(cell.line) for cell in cells)
    others = sum(range(1, len(cells) + 1))  # `status` read all lines anew each time
    assert mine == others + len(cells)


def test_a_line_that_is_still_being_written_is_counted_when_it_is_whole(tmp_path: Path) -> None:
    _, cells = begun(tmp_path)
    watch, path = Watch(tmp_path), tmp_path / NAME
    whole = cells[0].line
    path.write_bytes(whole + cells[1].line[:50])
    assert watch.look().done == 1
    path.write_bytes(whole)  # a resumed run drops the cut line
    assert watch.look().done == 1
    path.write_bytes(whole + cells[1].line)
    assert watch.look().done == 2


def test_a_run_that_is_sealed_meanwhile_is_counted_anew(tmp_path: Path) -> None:
    _, cells = begun(tmp_path)
    with RunLog(tmp_path) as log:
        for cell in cells[:2]:
            log.append(cell)
    watch = Watch(tmp_path)
    assert watch.look().done == 2
    with RunLog(tmp_path) as log:
        for cell in cells[2:]:
            log.append(cell)
    seal(tmp_path)
    for _ in range(2):
        seen = watch.look()
        assert (seen.done, seen.sealed, seen.stopped) == (4, True, {"infra": 2})


def test_a_damaged_line_is_named_by_its_number_however_often_one_looked(tmp_path: Path) -> None:
    _, cells = begun(tmp_path)
    watch, path = Watch(tmp_path), tmp_path / NAME
    path.write_bytes(cells[0].line)
    watch.look()
    path.write_bytes(cells[0].line + b"{}\n")
    with pytest.raises(BadInput, match="line 2"):
        watch.look()
