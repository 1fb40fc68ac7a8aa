"""Running a plan: pending cells over a pool of processes, one log, resume from any stop."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from pathlib import Path

from joblib import Parallel, delayed
from platformdirs import user_cache_dir

from ..errors import BadInput, Infra, NoSandbox
from ..records import CellKey, CellRecord
from ..traps.keys import parse_key
from ..traps.load import load_traps
from ..traps.mint import Instance
from ..traps.pressure import NONE, Dials, minted
from ..traps.template import Template
from .cell import run_cell
from .folder import open_folder
from .log import RunLog, note_attempt
from .plan import Plan
from .referee import Referee
from .sandboxes import Limits, open_sandbox
from .trap_set import trap_set_digest
from .verdict_cache import VerdictCache

Progress = Callable[[CellRecord | None, int, int], None]
"""Called with (record just finished or None, cells done, cells in all)."""


@lru_cache(maxsize=8)
def _referee(sandbox: str, cache: Path | None, timeout: float) -> Referee:
    limits = Limits(verdict_seconds=timeout)
    return Referee(open_sandbox(sandbox), VerdictCache(cache) if cache else None, limits)


@lru_cache(maxsize=256)
def _instance(
    root: Path | None, trap_id: str, key: bytes, seed: int, dials: Dials = NONE
) -> Instance:
    return minted(load_traps(root)[trap_id], key, seed, dials)


def _cell(
    cell: CellKey, plan: Plan, key: bytes, root: Path | None, cache: Path | None
) -> CellRecord:
    instance = _instance(root, cell.trap_id, key, cell.seed, plan.dials)
    with _referee(plan.sandbox, cache, plan.timeout).session() as judge:
        return run_cell(cell, instance, judge, plan.budget, plan.commitment)


def cache_folder() -> Path:
    """Where verdicts are cached: the user's cache folder."""
    return Path(user_cache_dir("dreambench", appauthor=False)) / "verdicts"


def _battery(sandbox: str) -> dict[str, bool]:
    """The sandbox's self-checks; any that fails stops the run before it starts (RULES 28)."""
    checks = open_sandbox(sandbox).check()
    failed = [f"{check.name} ({check.detail})" for check in checks if not check.passed]
    if failed:
        raise NoSandbox(
            f"sandbox {sandbox} breaks its promise of {failed[0]}: see 'dreambench doctor "
            f"--sandbox {sandbox}'; nothing was run"
        )
    return {check.name: check.passed for check in checks}


def _digest(plan: Plan, traps: Mapping[str, Template]) -> str:
    return trap_set_digest((traps[trap] for trap in plan.traps), plan.dials)


def _check_traps(plan: Plan, root: Path | None) -> None:
    traps = load_traps(root)
    missing = [trap for trap in plan.traps if trap not in traps]
    if missing or _digest(plan, traps) != plan.trap_set:
        raise BadInput(
            f"the traps changed since the plan was frozen ({', '.join(missing) or 'their digest'})"
            ": check out the version that froze it, or start a new run"
        )


def run(
    plan: Plan,
    key: str,
    folder: Path,
    *,
    workers: int | None = None,
    root: Path | None = None,
    cache: Path | str | None = "default",
    progress: Progress | None = None,
) -> None:
    """Run every pending cell of `plan` into `folder`; returns when each has its terminal record.

    Args:
        workers: Processes; default one per processor.
        root: Folder of private traps (default: the project's own).
        cache: Folder of cached verdicts, None for none.
        progress: Called after every cell, in the driver's process.

    Raises:
        BadInput: the folder belongs to another plan, or another process runs in it.
        NoSandbox: no working sandbox; nothing was written.
        Infra: the machine failed; what finished is kept and the same call resumes.
    """
    _check_traps(plan, root)
    battery = _battery(plan.sandbox)
    place = cache_folder() if cache == "default" else Path(cache) if cache else None
    open_folder(folder, plan, key)
    with RunLog(folder) as log:
        cells = plan.cells()
        # Cells of one instance stand together, so that a worker mints it once.
        pending = sorted(
            (cell for cell in cells if cell not in log.done), key=lambda c: (c.trap_id, c.seed, c)
        )
        note_attempt(folder, event="start", pending=len(pending), battery=battery)
        if progress:
            progress(None, len(log.done), len(cells))
        for record in _results(pending, plan, parse_key(key), root, place, workers):
            log.append(record)
            if progress:
                progress(record, len(log.done), len(cells))
        note_attempt(folder, event="done", cells=len(log.done))


def _results(
    pending: list[CellKey],
    plan: Plan,
    key: bytes,
    root: Path | None,
    cache: Path | None,
    workers: int | None,
) -> Iterator[CellRecord]:
    workers = workers or os.cpu_count() or 1
    if workers == 1 or len(pending) < 2:
        yield from (_cell(cell, plan, key, root, cache) for cell in pending)
        return
    jobs = (delayed(_cell)(cell, plan, key, root, cache) for cell in pending)
    pool = Parallel(n_jobs=workers, return_as="generator_unordered", batch_size="auto")
    try:
        yield from pool(jobs)
    except BrokenProcessPool as fault:
        raise Infra(f"a worker process died ({fault}): run the same command again") from fault
