"""Remembered cells: the same bytes without work, never those of another key, trap or program."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from dreambench_lib.harness import cell_cache
from dreambench_lib.harness import work as working
from dreambench_lib.harness.cell_cache import CellCache, may_keep, place_of
from dreambench_lib.harness.finished import Finished
from dreambench_lib.harness.log import NAME, read_log
from dreambench_lib.harness.plan import Plan, make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.records import Budget, CellKey, CellRecord, Recall
from dreambench_lib.traps.load import load_traps

KEY = "a7" * 32
CELL = CellKey("B5", "reader-literal", "C9-upload", 1)


class Mine:
    """A memory outside the tree."""

    def __init__(self, space: object) -> None: ...
    def write(self, episode: object) -> None: ...
    def sleep(self) -> None: ...
    def read(self, query: object) -> list[Recall]:
        return []


def plan_of(**changes: object) -> tuple[Plan, str]:
    settings: dict[str, object] = {
        "conditions": ["B0", "B5"], "agents": ["reader-literal"], "traps": ["C9-upload"],
        "seeds": [1], "key": KEY, **changes,
    }  # fmt: skip
    return make_plan(**settings)  # type: ignore[arg-type]


def once(folder: Path, cache: Path, reuse: bool = True, **changes: object) -> list[bytes]:
    """Run, not sealed; returns the log's lines in cell order."""
    plan, key = plan_of(**changes)
    run(plan, key, folder, workers=1, cache=cache / "verdicts", reuse=reuse)
    return sorted((folder / NAME).read_bytes().splitlines())


def done(folder: Path) -> dict[str, object]:
    lines = (folder / "attempts.jsonl").read_text().splitlines()
    told: dict[str, object] = json.loads(lines[-1])
    return told


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[CellKey]]:
    """The cells that were really run since the last time one asked."""
    real, run_now = working.work, list[CellKey]()
    monkeypatch.setattr(
        working, "work", lambda cell, job: (run_now.append(cell), real(cell, job))[1]
    )

    def since() -> list[CellKey]:
        found, run_now[:] = list(run_now), []
        return found

    return since


def test_the_same_cells_again_are_the_same_bytes_without_work(
    tmp_path: Path, busy: Callable[[], list[CellKey]]
) -> None:
    first = once(tmp_path / "first", tmp_path)
    assert len(busy()) == 2
    assert done(tmp_path / "first")["remembered"] == 0
    assert once(tmp_path / "again", tmp_path) == first
    assert busy() == []
    assert done(tmp_path / "again")["remembered"] == 2
    # A larger run takes what there is.
    once(tmp_path / "larger", tmp_path, conditions=["B0", "B5", "B1"], seeds=[1, 2])
    assert len(busy()) == 4


@pytest.mark.parametrize(
    "change",
    [
        {"key": "b8" * 32}, {"budget": Budget(items=2, words=99)}, {"timeout": 7.0},
        {"pressure": 2}, {"distractors": 1},
    ],
)  # fmt: skip
def test_another_key_or_setting_is_another_cell(
    tmp_path: Path, busy: Callable[[], list[CellKey]], change: dict[str, object]
) -> None:
    once(tmp_path / "first", tmp_path)
    busy()
    once(tmp_path / "other", tmp_path, **change)
    assert len(busy()) == 2


class Walls(NamedTuple):
    """A sandbox as far as a key looks at it."""

    name: str
    python: str

    def identity(self) -> str:
        return self.name

    def interpreter(self) -> str:
        return self.python


def test_another_program_sandbox_or_trap_is_another_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, _ = plan_of()
    places = {place_of(CELL, plan, None, code) for code in ("0" * 64, "1" * 64)}
    places.add(place_of(CELL._replace(seed=2), plan, None, "0" * 64))
    for identity, interpreter in (("another", "Python 3.11.2"), ("another", "Python 3.11.3")):
        cell_cache._run.cache_clear()
        monkeypatch.setattr(
            cell_cache, "open_sandbox", lambda name, i=identity, p=interpreter: Walls(i, p)
        )
        places.add(place_of(CELL, plan, None, "0" * 64))
    cell_cache._run.cache_clear()
    trap = load_traps()["C9-upload"]
    changed = trap.model_copy(update={"why": f"{trap.why} indeed"})
    monkeypatch.setattr(cell_cache, "load_traps", lambda root: {"C9-upload": changed})
    places.add(place_of(CELL, plan, Path("elsewhere"), "0" * 64))
    cell_cache._run.cache_clear()
    assert len(places) == 6


def test_what_a_run_has_besides_does_not_matter_for_a_cell() -> None:
    small, _ = plan_of()
    large, _ = plan_of(conditions=["B5"], agents=["reader-careful", "reader-literal"],
                       traps=["C9-upload", "C3-withdrawn"], seeds=[1, 2, 3])  # fmt: skip
    places = {place_of(CELL, plan, None, "0" * 64) for plan in (small, large)}
    assert len(places) == 1


@pytest.mark.parametrize(
    ("condition", "agent", "kept"),
    [
        ("B5", "reader-careful", True), ("ideal", "reader-literal", True),
        ("DF-hybrid", "reader-careful", False),  # asks a model
        ("B5", "reader-llm", False), ("B5", "codex", False),
        ("B2+minilm", "reader-careful", False), ("B5-MEM0-LIT", "reader-careful", False),
        (f"{__name__}:Mine", "reader-careful", False),
        ("http:127.0.0.1:1", "reader-careful", False),
        ("B5", "dreambench_lib.agents.readers.careful:Careful", False),
    ],
)  # fmt: skip
def test_only_cells_without_a_model_and_without_others_code_are_kept(
    condition: str, agent: str, kept: bool
) -> None:
    assert may_keep(CellKey(condition, agent, "C9-upload", 1)) is kept


def test_a_memory_outside_the_tree_runs_each_time(
    tmp_path: Path, busy: Callable[[], list[CellKey]]
) -> None:
    conditions = [f"{__name__}:Mine", "B0"]
    for number in (1, 2):
        once(tmp_path / f"{number}", tmp_path, conditions=conditions)
        ran = {cell.condition for cell in busy()}
        assert ran == ({*conditions} if number == 1 else {conditions[0]})


@pytest.mark.parametrize("cached", [True, False])
def test_nothing_is_kept_unless_one_asks(tmp_path: Path, cached: bool) -> None:
    plan, key = plan_of()
    cache = tmp_path / "verdicts" if cached else None
    run(plan, key, tmp_path / "run", workers=1, cache=cache, reuse=not cached)
    assert not (tmp_path / "cells").exists()


def kept(folder: Path) -> tuple[CellCache, Path, str]:
    cache, key = CellCache(folder), "ab" * 32
    cache.put(key, Finished.of(CellRecord(key=CELL, instance_digest="x" * 5000)))
    (path,) = folder.glob("??/*")
    assert cache.get(key, CELL) is not None
    return cache, path, key


@pytest.mark.parametrize("at", [0, 1, 40, 66, 70, -1])
def test_a_damaged_entry_is_not_there(tmp_path: Path, at: int) -> None:
    cache, path, key = kept(tmp_path)
    whole = bytearray(path.read_bytes())
    whole[at] ^= 1
    path.write_bytes(whole)
    assert cache.get(key, CELL) is None


def test_an_entry_under_another_key_or_that_others_could_write_is_not_there(tmp_path: Path) -> None:
    cache, path, key = kept(tmp_path)
    other = "cd" * 32
    (tmp_path / other[:2]).mkdir()
    (tmp_path / other[:2] / f"{other[2:]}.cell").write_bytes(path.read_bytes())
    assert cache.get(other, CELL) is None
    path.chmod(0o666)
    assert cache.get(key, CELL) is None
    path.chmod(0o600)
    assert cache.get(key, CELL) is not None
    os.truncate(path, 0)
    assert cache.get(key, CELL) is None


def test_a_cell_that_stopped_early_is_not_kept(tmp_path: Path) -> None:
    CellCache(tmp_path).put(
        "ab" * 32, Finished.of(CellRecord(key=CELL, failed_party="infra", detail="no disk"))
    )
    assert not list(tmp_path.iterdir())


def test_workers_of_a_pool_take_and_keep_cells_too(tmp_path: Path) -> None:
    plan, key = plan_of(seeds=[1, 2, 3])
    for name in ("first", "again"):
        run(plan, key, tmp_path / name, workers=2, cache=tmp_path / "verdicts", reuse=True)
    assert done(tmp_path / "again")["remembered"] == 6
    first, again = (sorted(read_log(tmp_path / n / NAME), key=lambda r: r.key)
                    for n in ("first", "again"))  # fmt: skip
    assert first == again
