"""What a worker does: one cell, from a job that can be sent to any process on any machine.

A cell is a pure function of the job, so that an engine may run it twice, anywhere, and the run's
log keeps one record by its key.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..agents.table import needs_model
from ..errors import BadInput, NoSandbox
from ..records import CellKey, CellRecord
from ..shipped import PACKED
from ..traps.authors import read_authors
from ..traps.keys import parse_key
from ..traps.load import load_traps
from ..traps.mint import Instance
from ..traps.pressure import NONE, Dials, minted
from .cell import run_cell
from .cell_cache import CellCache, may_keep, place_of
from .finished import Finished
from .gateway.gate import open_gate
from .gateway.settings import Live
from .plan import Plan
from .referee import Referee
from .sandboxes import Limits, open_sandbox
from .sandboxes.base import STARTS
from .trap_set import trap_set_digest
from .verdict_cache import VerdictCache

PACKAGE = Path(__file__).resolve().parents[1]


class Job(NamedTuple):
    """What every cell of a run shares."""

    plan: Plan
    key: str
    root: Path | None
    """Folder of private traps, on every machine that works."""
    cache: Path | None
    code: str
    """Digest of the program: a worker with another one refuses to start."""
    live: Live | None = None
    """How models are reached, where the plan names one."""
    reuse: bool = False
    """Whether cells may come from the cache, and go there."""


def finish(cell: CellKey, job: Job) -> Finished:
    """One cell, run or remembered."""
    if not (job.reuse and job.cache and may_keep(cell)):
        return Finished.of(work(cell, job))
    cells, place = _cells(job.cache), place_of(cell, job.plan, job.root, job.code)
    known = cells.get(place, cell)
    if known is None:
        known = Finished.of(work(cell, job))
        cells.put(place, known)
    return known


def cells_folder(verdicts: Path) -> Path:
    """Where cells are kept: beside the verdicts."""
    return verdicts.with_name("cells")


@lru_cache(maxsize=8)
def _cells(verdicts: Path) -> CellCache:
    return CellCache(cells_folder(verdicts))


def work(cell: CellKey, job: Job) -> CellRecord:
    """Run one cell."""
    check_traps(job.plan, job.root)
    instance = _instance(job.root, cell.trap_id, parse_key(job.key), cell.seed, job.plan.dials)
    with _referee(job.plan.sandbox, job.cache, job.plan.timeout).session() as judge:
        plan = job.plan
        with open_gate(job.live, plan, cell) as gate:
            record = run_cell(
                cell, instance, judge, plan.budget, plan.commitment, plan.memory_model, gate
            )
    return signed(record, plan, job.root)


def signed(record: CellRecord, plan: Plan, root: Path | None) -> CellRecord:
    """The record with the model that worked and who authored its trap; as it is without one."""
    if plan.model is None or not needs_model(record.key.agent):
        return record
    author = read_authors(root).of(record.key.trap_id)
    return record.model_copy(update={"model": plan.model.model, "author": author})


def check_worker(job: Job) -> None:
    """Refuse a worker whose program or traps are not the driver's, or whose sandbox is broken.

    Raises:
        BadInput: the program or the traps differ.
        NoSandbox: the worker's machine has no sandbox that keeps its promises.
    """
    if code_digest() != job.code:
        raise BadInput(
            "a worker runs another version of dreambench than the driver: install the same one"
        )
    check_traps(job.plan, job.root)
    check_sandbox(job.plan.sandbox)


def check_sandbox(name: str) -> dict[str, bool]:
    """The sandbox's self-checks; any that fails stops the run before it starts (RULES 28)."""
    checks = open_sandbox(name).check()
    failed = [f"{check.name} ({check.detail})" for check in checks if not check.passed]
    if failed and checks[0].name == STARTS:
        raise NoSandbox(f"no {name} sandbox starts: {checks[0].detail}; nothing was run")
    if failed:
        raise NoSandbox(
            f"sandbox {name} breaks its promise of {failed[0]}: see 'dreambench doctor "
            f"--sandbox {name}'; nothing was run"
        )
    return {check.name: check.passed for check in checks}


@lru_cache(maxsize=8)
def _referee(sandbox: str, cache: Path | None, timeout: float) -> Referee:
    limits = Limits(verdict_seconds=timeout)
    return Referee(open_sandbox(sandbox), VerdictCache(cache) if cache else None, limits)


@lru_cache(maxsize=256)
def _instance(
    root: Path | None, trap_id: str, key: bytes, seed: int, dials: Dials = NONE
) -> Instance:
    return minted(load_traps(root)[trap_id], key, seed, dials)


@lru_cache(maxsize=8)
def check_traps(plan: Plan, root: Path | None) -> None:
    """Refuse traps that are not those the plan was frozen with."""
    traps = load_traps(root)
    missing = [trap for trap in plan.traps if trap not in traps]
    if missing or (
        trap_set_digest((traps[trap] for trap in plan.traps), plan.dials) != plan.trap_set
    ):
        raise BadInput(
            f"the traps changed since the plan was frozen ({', '.join(missing) or 'their digest'})"
            ": check out the version that froze it, or start a new run"
        )


@lru_cache(maxsize=1)
def code_digest() -> str:
    """SHA-256 over the package's Python files, by path; the same installed and in the tree."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.is_relative_to(PACKED):
            continue
        digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
