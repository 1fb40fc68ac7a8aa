"""Dask distributed: workers on this machine, or those of a scheduler that is already running.

Cells go out in batches of one instance each (`batches`), a few ahead of what runs. Dask computes a
finished batch again when the worker that held its result dies; `run` keeps the first record. Every
worker proves itself before its first cell: those that are there at the start before any goes out,
so that cells go only to machines with a sandbox and the memory it may use.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ...errors import BadInput, DreamBenchError, Infra, NoSandbox
from ...records import CellKey
from ..finished import Finished
from ..sandboxes.base import DEFAULT, MIB
from ..work import Job, check_worker, finish
from .batches import Batches, Done, run_batch

AHEAD = 4
"""Batches per worker that are queued at once: the driver holds no more."""
MEMORY = 2 * DEFAULT.memory_bytes
"""Bytes that a worker's machine must have free at its start: what two processes of code under test
may take. Most take a tenth of it."""


class Dask:
    """Cells over Dask workers, one thread each."""

    def __init__(self, workers: int, scheduler: str | None) -> None:
        try:
            self._dask: Any = import_module("distributed")
        except ImportError:
            raise BadInput(
                "the dask engine is not installed: pip install 'dreambench[dask]'"
            ) from None
        self._workers, self._scheduler = workers, scheduler

    def results(self, cells: Sequence[CellKey], job: Job) -> Iterator[Finished]:
        batches = Batches(cells)
        with ExitStack() as stack:
            client = self._client(stack)
            held, proven = self._ready(client, job)
            queue = self._dask.as_completed()
            waiting = 0

            def fill() -> int:
                """Keep every worker busy, those that came since the start as well."""
                missing = AHEAD * max(1, len(proven or client.nthreads())) - waiting
                more = [batch for _, batch in zip(range(missing), batches, strict=False)]
                for batch in more:
                    queue.add(client.submit(_work_batch, batch, held, pure=False, workers=proven))
                return len(more)

            waiting += fill()
            for future in queue:
                try:
                    done = future.result()
                except (self._dask.KilledWorker, CancelledError, OSError) as fault:
                    raise Infra(
                        f"Dask lost a worker again and again ({fault}): run the same command again"
                    ) from fault
                waiting += fill() - 1
                yield from batches.took(done)

    def _ready(self, client: Any, job: Job) -> tuple[Any, list[str] | None]:
        """The job, held by every worker; and, if some cannot carry cells, those that can."""
        try:
            told: dict[str, Exception | None] = client.run(_proof, _Held(job), on_error="return")
            for fault in filter(None, told.values()):
                if not isinstance(fault, NoSandbox):
                    raise fault
            proven = [address for address, fault in told.items() if fault is None]
            if not proven:
                raise next(filter(None, told.values()))
            for address, why in told.items():
                if why is not None:
                    warnings.warn(f"worker {address} gets no cells: {why}", stacklevel=2)
            held = client.scatter(_Held(job), broadcast=True)
            return held, proven if len(proven) < len(told) else None
        except DreamBenchError:
            raise
        except Exception as fault:  # a worker that dies here shows in many ways
            raise Infra(
                f"a Dask worker was lost at the start ({fault}): run the same command again"
            ) from fault

    def _client(self, stack: ExitStack) -> Any:
        if self._scheduler is not None:
            try:
                client = stack.enter_context(self._dask.Client(self._scheduler, timeout="10s"))
            except (OSError, ValueError) as fault:
                raise Infra(
                    f"no Dask scheduler answers at {self._scheduler}: start one with 'dask "
                    "scheduler' and workers with 'dask worker', then run the same command again"
                ) from fault
            if not client.nthreads():
                raise Infra(
                    f"the Dask scheduler at {self._scheduler} has no worker: start one with "
                    f"'dask worker {self._scheduler} --nthreads 1'"
                )
            return client
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="dreambench-dask-"))
        try:
            cluster = self._dask.LocalCluster(
                n_workers=self._workers,
                threads_per_worker=1,
                dashboard_address=None,
                host="127.0.0.1",
                local_directory=folder,
            )
            return stack.enter_context(self._dask.Client(stack.enter_context(cluster)))
        except Exception as fault:  # nothing of ours runs yet: whatever it is, it is Dask's
            raise Infra(
                f"Dask's workers did not start ({fault}): run the same command again"
            ) from fault


@lru_cache(maxsize=4)
def _prove(job: Job) -> None:
    """Once a worker and job: its program, its traps, its sandbox and its memory."""
    check_worker(job)
    free = _free_memory()
    if free is not None and free < MEMORY:
        raise NoSandbox(
            f"{free // MIB} MiB of memory are free, and code under test may take {MEMORY // MIB}"
        )


def _free_memory() -> int | None:
    """Bytes that can be had without swapping; None where the system does not tell."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    return next((int(i.split()[1]) * 1024 for i in lines if i.startswith("MemAvailable:")), None)


class _Held:
    """The job as workers hold it: Dask logs the arguments of what fails, and one is the key."""

    def __init__(self, job: Job) -> None:
        self.job = job

    def __repr__(self) -> str:
        return "the run's job"


def _proof(held: _Held) -> Exception | None:
    try:
        _prove(held.job)
    except DreamBenchError as fault:
        return fault
    return None


def _work_batch(batch: list[CellKey], held: _Held) -> Done:
    _prove(held.job)
    return run_batch(batch, lambda cell: finish(cell, held.job))
