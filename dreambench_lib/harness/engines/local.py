"""A pool of processes on this machine (joblib)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool

from joblib import Parallel, delayed

from ...errors import BadInput, Infra
from ...records import CellKey, CellRecord
from ..work import Job, work
from .orphans import end_with


class Local:
    """The default engine; one worker runs in the driver's own process."""

    def __init__(self, workers: int, scheduler: str | None) -> None:
        if scheduler is not None:
            raise BadInput("the local engine has no scheduler: drop --scheduler or take dask")
        self._workers = workers

    def results(self, cells: Sequence[CellKey], job: Job) -> Iterator[CellRecord]:
        if self._workers == 1 or len(cells) < 2:
            yield from (work(cell, job) for cell in cells)
            return
        calls = (delayed(_work)(cell, job, os.getpid()) for cell in cells)
        pool = Parallel(n_jobs=self._workers, return_as="generator_unordered", batch_size="auto")
        try:
            yield from pool(calls)
        except BrokenProcessPool as fault:
            raise Infra(f"a worker process died ({fault}): run the same command again") from fault


def _work(cell: CellKey, job: Job, driver: int) -> CellRecord:
    end_with(driver)
    return work(cell, job)
