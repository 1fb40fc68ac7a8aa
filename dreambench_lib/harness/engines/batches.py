"""Cells that travel together: of one instance, which a worker then mints and reads once.

As many as take about a second, by what the cells so far took: quick cells cost no more to send than
to run, and of slow ones the driver hears as each ends.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice
from typing import NamedTuple

from ...records import CellKey
from ..finished import Finished

SECONDS = 1.0


class Done(NamedTuple):
    """A batch that was run."""

    cells: list[Finished]
    seconds: float
    """What the worker took for all of them."""


class Batches:
    """Deals `cells` out, in order.

    >>> keys = [CellKey("B0", "reader", trap, seed) for trap in "ab" for seed in (1, 1, 1)]
    >>> deal = Batches(keys)
    >>> sizes = [len(next(iter(deal)))]
    >>> _ = deal.took(Done([None] * 1, 0.4))  # type: ignore[list-item]
    >>> [*sizes, *map(len, deal)]
    [1, 2, 2, 1]
    """

    def __init__(self, cells: Sequence[CellKey]) -> None:
        self._groups = (list(group) for _, group in groupby(cells, key=_instance))
        self._left: Iterator[CellKey] = iter(())
        self._cells, self._seconds = 0, 0.0

    def __iter__(self) -> Iterator[list[CellKey]]:
        return self

    def __next__(self) -> list[CellKey]:
        batch = list(islice(self._left, self._size()))
        while not batch:
            self._left = iter(next(self._groups))
            batch = list(islice(self._left, self._size()))
        return batch

    def _size(self) -> int:
        """One, until it is known what a cell takes."""
        return max(1, int(SECONDS * self._cells / self._seconds)) if self._seconds else 1

    def took(self, done: Done) -> list[Finished]:
        """Learn from a batch that was run; returns its cells."""
        self._cells += len(done.cells)
        self._seconds += done.seconds
        return done.cells


def run_batch(batch: list[CellKey], act: Callable[[CellKey], Finished]) -> Done:
    """What a worker does with a batch."""
    start = time.perf_counter()
    cells = [act(cell) for cell in batch]
    return Done(cells, time.perf_counter() - start)


def _instance(cell: CellKey) -> tuple[str, int]:
    return cell.trap_id, cell.seed
