"""Engines carry the same cells to the same bytes, however often they run one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput, Infra, NoSandbox
from dreambench_lib.harness import work as working
from dreambench_lib.harness.engines import ENGINES, dask, make_engine
from dreambench_lib.harness.finished import Finished
from dreambench_lib.harness.log import NAME, read_log
from dreambench_lib.harness.plan import Plan, make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.harness.verify import verify
from dreambench_lib.harness.work import Job, check_worker, code_digest
from dreambench_lib.records import CellKey


def plan_of(**changes: object) -> tuple[Plan, str]:
    settings: dict[str, object] = {
        "conditions": ["B0", "B5"], "agents": ["reader-literal"],
        "traps": ["C1-envelope", "C9-upload"], "seeds": [1, 2], "key": "a7" * 32, **changes,
    }  # fmt: skip
    return make_plan(**settings)  # type: ignore[arg-type]


def sealed(folder: Path, **settings: object) -> dict[str, bytes]:
    run(*plan_of(), folder, **settings)  # type: ignore[arg-type]
    seal(folder)
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.name not in ("environment.json", "attempts.jsonl")
    }


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return sealed(tmp_path_factory.mktemp("local") / "run", workers=1)


def test_dask_workers_give_the_same_bytes(local: dict[str, bytes], tmp_path: Path) -> None:
    assert sealed(tmp_path / "run", workers=2, engine="dask") == local


class Repeating:
    """An engine that gives every record twice, in reverse order."""

    def __init__(self, workers: int, scheduler: str | None) -> None: ...

    def results(self, cells: Sequence[CellKey], job: Job) -> Iterator[Finished]:
        records = [Finished.of(working.work(cell, job)) for cell in reversed(cells)]
        for record in records:
            yield record
            yield record
        yield from records


def test_a_repeated_cell_is_committed_once(
    local: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENGINES, "repeating", f"{__name__}:Repeating")
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    ticks: list[int] = []
    made = sealed(
        tmp_path / "run",
        engine="repeating",
        progress=lambda record, done, total: ticks.append(done),
    )
    assert made == local
    assert ticks == [*range(9)]


FRAGILE = """
import os
from pathlib import Path

class Fragile:
    '''Kills the first worker that makes one.'''
    def __init__(self, space):
        folder = Path(os.environ["FRAGILE"])
        with (folder / "made").open("a") as file:
            file.write("x")
        try:
            (folder / "killed").touch(exist_ok=False)
        except FileExistsError:
            return
        os.kill(os.getpid(), 9)
    def write(self, episode): pass
    def sleep(self): pass
    def read(self, query): return []
"""


def test_dask_survives_a_killed_worker_and_keeps_each_cell_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fragile.py").write_text(FRAGILE, encoding="utf-8")
    monkeypatch.setenv("FRAGILE", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    folder = tmp_path / "run"
    plan, key = plan_of(conditions=["fragile:Fragile"])
    run(plan, key, folder, workers=2, engine="dask")
    seal(folder)
    assert (tmp_path / "made").stat().st_size > len(plan.cells())
    assert all(finding.passed for finding in verify(folder))


def test_a_scheduler_of_ones_own_is_used(local: dict[str, bytes], tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        dashboard_address=None,
        host="127.0.0.1",
        local_directory=str(tmp_path / "dask"),
    ) as cluster:
        made = sealed(tmp_path / "run", engine="dask", scheduler=cluster.scheduler_address)
    assert made == local


PICKY = """
import os
from pathlib import Path
from dreambench_lib.harness.sandboxes.base import STARTS, SelfCheck
from dreambench_lib.harness.sandboxes.bubblewrap import Bubblewrap

class Picky(Bubblewrap):
    '''Starts in the driver, but not on the first worker that tries.'''
    def check(self):
        place = Path(os.environ["PICKY"])
        if os.getpid() == int((place / "driver").read_text()):
            return []
        try:
            (place / "broken").open("x").close()
        except FileExistsError:
            return []
        (place / "broken").write_text(str(os.getpid()))
        return [SelfCheck(STARTS, False, "no user namespaces")]
    def session(self, *words, **named):
        (Path(os.environ["PICKY"]) / f"used-{os.getpid()}").touch()
        return super().session(*words, **named)
"""


@pytest.mark.parametrize("count", [1, 2])
def test_cells_go_only_to_workers_that_have_a_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    (tmp_path / "picky.py").write_text(PICKY, encoding="utf-8")
    (tmp_path / "driver").write_text(str(os.getpid()))
    monkeypatch.setenv("PICKY", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "picky", raising=False)
    plan, key = plan_of(sandbox="picky:Picky")
    folder = tmp_path / "run"
    if count == 1:
        with pytest.raises(NoSandbox, match="no user namespaces"):
            run(plan, key, folder, workers=1, cache=None, engine="dask")
        return
    with pytest.warns(UserWarning, match=r"gets no cells: .*no user namespaces"):
        run(plan, key, folder, workers=2, cache=None, engine="dask")
    used = {path.name for path in tmp_path.glob("used-*")}
    assert len(used) == 1
    assert f"used-{(tmp_path / 'broken').read_text()}" not in used
    assert len(list(read_log(folder / NAME))) == len(plan.cells())


def test_the_key_does_not_stand_in_a_workers_log() -> None:
    plan, key = plan_of()
    held = dask._Held(Job(plan, key, None, None, code_digest()))
    assert key not in f"{held!r} {held}"


def test_a_machine_without_free_memory_gets_no_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, key = plan_of()
    job = Job(plan, key, None, None, code_digest())
    monkeypatch.setattr(dask, "_free_memory", lambda: dask.MEMORY - 1)
    monkeypatch.setattr(dask, "check_worker", lambda job: None)
    dask._prove.cache_clear()
    with pytest.raises(NoSandbox, match=r"511 MiB of memory are free, .* may take 512"):
        dask._prove(job)
    monkeypatch.setattr(dask, "_free_memory", lambda: dask.MEMORY)
    dask._prove(job)


def _proofs() -> int:
    return dask._prove.cache_info().currsize


def test_a_worker_that_joins_late_proves_itself_and_is_used(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    plan, key = plan_of(seeds=list(range(1, 9)))
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, host="127.0.0.1",
        local_directory=str(tmp_path / "dask"),
    ) as cluster:  # fmt: skip

        def grow(finished: Finished | None, done: int, total: int) -> None:
            if finished is not None and done == 1:
                cluster.scale(2)
                cluster.wait_for_workers(2, timeout=60)

        run(plan, key, tmp_path / "run", engine="dask", scheduler=cluster.scheduler_address,
            progress=grow)  # fmt: skip
        with distributed.Client(cluster) as client:
            proofs = client.run(_proofs)
    assert len(list(read_log(tmp_path / "run" / NAME))) == len(plan.cells()) == 32
    assert list(proofs.values()) == [1, 1]


def test_no_scheduler_is_one_sentence_and_nothing_is_lost(tmp_path: Path) -> None:
    plan, key = plan_of()
    with pytest.raises(Infra, match="no Dask scheduler answers at"):
        run(plan, key, tmp_path / "run", engine="dask", scheduler="tcp://127.0.0.1:9")
    run(plan, key, tmp_path / "run", workers=1)


def test_workers_with_another_program_or_a_broken_sandbox_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan, key = plan_of()
    job = Job(plan, key, None, None, code_digest())
    check_worker(job)
    with pytest.raises(BadInput, match="another version of dreambench"):
        check_worker(job._replace(code="0" * 64))
    strange = plan.model_copy(update={"trap_set": "0" * 64})
    with pytest.raises(BadInput, match="traps changed"):
        check_worker(job._replace(plan=strange))
    from dreambench_lib.harness.sandboxes.base import SelfCheck
    from dreambench_lib.harness.sandboxes.bubblewrap import Bubblewrap

    monkeypatch.setattr(Bubblewrap, "check", lambda self: [SelfCheck("no network", False, "eth0")])
    with pytest.raises(NoSandbox, match="no network"):
        check_worker(job)


def test_unknown_engines_list_the_known_ones() -> None:
    with pytest.raises(BadInput, match="local"):
        make_engine("slurm", 1)
    with pytest.raises(BadInput, match="--scheduler"):
        make_engine("local", 1, "tcp://127.0.0.1:9")
