"""Running a plan: pending cells over an engine, one log, resume from any stop."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from platformdirs import user_cache_dir

from ..errors import DreamBenchError
from .disk import check_space, writable
from .engines import make_engine
from .finished import Finished
from .folder import open_folder
from .gateway.room import check_rooms
from .gateway.settings import Live, check, started
from .log import RunLog, note_attempt
from .plan import Plan
from .sandboxes import open_sandbox
from .work import Job, check_sandbox, check_traps, code_digest

Progress = Callable[[Finished | None, int, int], None]
"""Called with (the cell that just ended or None, cells done, cells in all)."""


def cache_folder() -> Path:
    """Where verdicts are cached: the user's cache folder."""
    return Path(user_cache_dir("dreambench", appauthor=False)) / "verdicts"


def _opened(folder: Path, plan: Plan, key: str, beside: Mapping[str, bytes]) -> RunLog:
    with writable(folder):
        open_folder(folder, plan, key, beside)
        return RunLog(folder)


def run(
    plan: Plan,
    key: str,
    folder: Path,
    *,
    workers: int | None = None,
    root: Path | None = None,
    cache: Path | str | None = "default",
    progress: Progress | None = None,
    engine: str = "local",
    scheduler: str | None = None,
    beside: Mapping[str, bytes] = MappingProxyType({}),
    live: Live | None = None,
    reuse: bool = False,
) -> None:
    """Run every pending cell of `plan` into `folder`; returns when each has its terminal record.

    Args:
        workers: Processes; default one per processor.
        root: Folder of private traps (default: the project's own).
        cache: Folder of cached verdicts, None for none.
        progress: Called after every cell, in the driver's process.
        engine: What carries cells to processes (`engines`).
        scheduler: Address of a running Dask scheduler; default: workers on this machine.
        beside: Files for the new folder, such as the plan of analysis that the run carries.
        live: How the plan's models are reached.
        reuse: Take cells that were run before from the cache, and keep those that are run now; for
            a key that is used more than once (`cell_cache` has what is kept).

    Raises:
        BadInput: the folder belongs to another plan, or another process runs in it.
        NoSandbox: no working sandbox; nothing was written.
        Infra: the machine failed; what finished is kept and the same call resumes.
    """
    check_traps(plan, root)
    check_rooms(plan.sandbox, plan.agents)
    if live is not None:
        check(live, filter(None, (plan.model, plan.memory_model)))
    carrier = make_engine(engine, workers or os.cpu_count() or 1, scheduler)
    battery = check_sandbox(plan.sandbox)
    place = cache_folder() if cache == "default" else Path(cache) if cache else None
    job = Job(plan, key, root, place, code_digest(), live, reuse)
    with _opened(folder, plan, key, beside) as log:
        cells = plan.cells()
        # Cells of one instance stand together, so that a worker mints it once.
        pending = sorted(
            (cell for cell in cells if cell not in log.done), key=lambda c: (c.trap_id, c.seed, c)
        )
        check_space(folder, plan, len(pending))
        note_attempt(
            folder, event="start", pending=len(pending), battery=battery,
            interpreter=open_sandbox(plan.sandbox).interpreter(),
            **(started(live) if live else {}),
        )  # fmt: skip
        if progress:
            progress(None, len(log.done), len(cells))
        remembered = 0
        try:
            for finished in carrier.results(pending, job):
                if finished.key in log.done:
                    continue
                with writable(folder):
                    log.append(finished)
                remembered += finished.remembered
                if progress:
                    progress(finished, len(log.done), len(cells))
        except (DreamBenchError, KeyboardInterrupt) as fault:
            why = str(fault) or "interrupted"
            with suppress(OSError):  # a full disk is what stopped it
                note_attempt(folder, event="stopped", why=why, cells=len(log.done))
            raise
        note_attempt(folder, event="done", cells=len(log.done), remembered=remembered)
