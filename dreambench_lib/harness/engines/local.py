"""A pool of processes on this machine (joblib)."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache

from joblib import Parallel, delayed

from ...errors import BadInput, Infra
from ...records import CellKey
from ..finished import Finished
from ..work import Job, finish
from .batches import Batches, Done, run_batch
from .orphans import end_with


class Local:
    """The default engine; one worker runs in the driver's own process."""

    finish: Callable[[CellKey, Job], Finished] = staticmethod(finish)
    """What is done with a cell; a module's function, so that it reaches another process."""

    def __init__(self, workers: int, scheduler: str | None) -> None:
        if scheduler is not None:
            raise BadInput("the local engine has no scheduler: drop --scheduler or take dask")
        self._workers = workers

    def results(self, cells: Sequence[CellKey], job: Job) -> Iterator[Finished]:
        if self._workers == 1 or len(cells) < 2:
            yield from (self.finish(cell, job) for cell in cells)
            return
        packed, driver, batches = pickle.dumps(job), os.getpid(), Batches(cells)
        calls = (delayed(_work)(self.finish, batch, packed, driver) for batch in batches)
        pool = Parallel(n_jobs=self._workers, return_as="generator_unordered")
        try:
            for done in pool(calls):
                yield from batches.took(done)
        except BrokenProcessPool as fault:
            raise Infra(f"a worker process died ({fault}): run the same command again") from fault


def _work(
    act: Callable[[CellKey, Job], Finished], batch: list[CellKey], packed: bytes, driver: int
) -> Done:
    end_with(driver)
    job = _job(packed)
    return run_batch(batch, lambda cell: act(cell, job))


@lru_cache(maxsize=1)
def _job(packed: bytes) -> Job:
    """The run's job, unpacked once a worker: its plan names every trap and seed."""
    job: Job = pickle.loads(packed)
    return job
