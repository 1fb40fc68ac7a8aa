"""Progress in a notebook: told while it runs, gone when it is committed."""

from __future__ import annotations

import io

from dreambench_lib.harness.finished import Finished
from dreambench_lib.records import CellKey, CellRecord
from dreambench_lib.report.normal import scrub
from dreambench_lib.report.progress import EVERY, Progress


class Watched:
    """A run of `total` cells that take `pace` seconds each, and all that was shown."""

    def __init__(self, total: int, pace: float, already: int = 0) -> None:
        self.out, self._now = io.StringIO(), 50.0
        self.shown: list[str] = []
        progress = Progress(out=self.out, now=lambda: self._now)
        progress(None, already, total)
        for done in range(already + 1, total + 1):
            self._now += pace
            before = len(self.out.getvalue())
            record = CellRecord(key=CellKey("B0", "reader", "trap", done))
            progress(Finished.of(record), done, total)
            if more := self.out.getvalue()[before:]:
                self.shown.append(more.strip())


def test_a_slow_run_tells_every_cell_with_what_is_left() -> None:
    shown = Watched(4, 45.0).shown
    assert shown[:2] == [
        "1 of 4 cells, 0/1 passed, about 2 min 15 s left",
        "2 of 4 cells, 0/2 passed, about 1 min 30 s left",
    ]


def test_a_quick_run_tells_a_few() -> None:
    quick = Watched(10_000, EVERY / 1000)
    assert 10 <= len(quick.shown) <= 11


def test_a_resumed_run_judges_its_pace_by_its_own_cells() -> None:
    assert "about 2 s left" in Watched(103, 1.0, already=100).shown[0]


def test_what_is_left_in_a_notebook_does_not_depend_on_time() -> None:
    left = {scrub(Watched(60, pace).out.getvalue()) for pace in (0.0001, 0.3, 70.0, 4000.0)}
    assert left == {"60 of 60 cells\n"}
