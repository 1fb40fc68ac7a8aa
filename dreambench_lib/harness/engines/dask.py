"""Dask distributed: workers on this machine, or those of a scheduler that is already running.

Cells go out in small batches of one instance each, so that a worker mints it once. Dask computes a
finished batch again when the worker that held its result dies; `run` keeps the first record.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack
from importlib import import_module
from itertools import groupby, islice
from typing import Any

from ...errors import BadInput, DreamBenchError, Infra
from ...records import CellKey, CellRecord
from ..work import Job, check_worker, work

BATCH = 16
"""Cells that travel together."""
AHEAD = 4
"""Batches per worker that are queued at once: the driver holds no more."""


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

    def results(self, cells: Sequence[CellKey], job: Job) -> Iterator[CellRecord]:
        batches = iter(_batches(cells))
        with ExitStack() as stack:
            client = self._client(stack)
            held = self._ready(client, job)

            def submit(batch: list[CellKey]) -> Any:
                return client.submit(_work_batch, batch, held, pure=False)

            width = AHEAD * max(1, len(client.nthreads()))
            queue = self._dask.as_completed([submit(batch) for batch in islice(batches, width)])
            for future in queue:
                try:
                    records = future.result()
                except (self._dask.KilledWorker, CancelledError, OSError) as fault:
                    raise Infra(
                        f"Dask lost a worker again and again ({fault}): run the same command again"
                    ) from fault
                following = next(batches, None)
                if following is not None:
                    queue.add(submit(following))
                yield from records

    def _ready(self, client: Any, job: Job) -> Any:
        """Every worker proves itself, then holds the job."""
        try:
            client.run(check_worker, job)
            return client.scatter(job, broadcast=True)
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


def _batches(cells: Sequence[CellKey]) -> Iterator[list[CellKey]]:
    for _, group in groupby(cells, key=lambda cell: (cell.trap_id, cell.seed)):
        together = list(group)
        for start in range(0, len(together), BATCH):
            yield together[start : start + BATCH]


def _work_batch(batch: list[CellKey], job: Job) -> list[CellRecord]:
    return [work(cell, job) for cell in batch]
