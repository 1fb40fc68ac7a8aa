"""How far a run is, in one line that is overwritten: for notebooks, where a bar would stay behind.

What is left at the end is the count alone. All that depends on time was overwritten, and is taken
out of a notebook that is committed (`normal`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from dreambench_lib.harness.finished import Finished
from dreambench_lib.harness.gateway.settings import spent

EVERY = 0.5
"""Seconds between two lines: each is a message to the browser."""


class Progress:
    """Given to ``run(progress=...)``; shows cells done, passed, tokens, and the time left.

    Args:
        folder: The run's folder, for what its models used so far.
        out: Where the line goes (default: standard output).
        now: The clock, in seconds.
    """

    def __init__(
        self,
        folder: Path | None = None,
        out: TextIO | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folder, self._out, self._now = folder, out, now
        self._start = self._last = now()
        self._done = self._passed = self._width = 0

    def __call__(self, finished: Finished | None, done: int, total: int) -> None:
        now = self._now()
        if finished is None:
            self._start, self._last = now, now - EVERY
        else:
            self._done += 1
            self._passed += finished.passed
        if done == total:
            self._show("")
            self._show(f"{done} of {total} cells", end="\n")
        elif now - self._last >= EVERY:
            self._last = now
            self._show(f"{done} of {total} cells{self._more(total - done, now)}")

    def _more(self, left: int, now: float) -> str:
        """Of this process's cells alone: a resumed run's earlier ones took another time."""
        if not self._done:
            return ""
        words = f", {self._passed}/{self._done} passed"
        if self._folder is not None and (paid := spent(self._folder)):
            words += f", {paid.tokens:,} tokens"
        return f"{words}, about {_told((now - self._start) / self._done * left)} left"

    def _show(self, line: str, end: str = "") -> None:
        out = self._out or sys.stdout
        out.write(f"\r{line.ljust(0 if end else self._width)}{end}")
        out.flush()
        self._width = max(self._width, len(line))


def _told(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
