"""How far a run is, read from its folder by anybody, while it runs or after."""

from __future__ import annotations

import json
import os
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from ..records import CellRecord
from .estimate import models_of
from .folder import is_sealed
from .log import NAME, Tail
from .lookup import records_of
from .spend import Spend, spend


class Status(NamedTuple):
    """One look at a run."""

    cells: int
    done: int
    passed: int
    stopped: dict[str, int]
    """Cells that stopped early, by the party that failed."""
    tokens: dict[str, int]
    """Model tokens so far, by party; empty where no model was called."""
    starts: int
    """How often the run was started: more than once means resumed."""
    sealed: bool
    rate: float | None
    """Cells a second since the last start; None before the first one ended."""
    spend: Spend | None = None
    """What its models cost, and will have cost; None where it asks none."""
    again: int = 0
    """Times that infra ended a cell before its record: it was, or will be, tried anew."""

    @property
    def seconds_left(self) -> float | None:
        """At that rate; None where there is none."""
        return (self.cells - self.done) / self.rate if self.rate else None


def status(folder: Path, now: datetime | None = None) -> Status:
    """Read `folder`; nothing is locked or written.

    Args:
        now: The moment of the look (default: now).
    """
    return Watch(folder).look(now)


class Watch:
    """A run that is looked at again and again: of its log, each look reads what is new."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open()

    def _open(self) -> None:
        self._grows, self._tail = not is_sealed(self._folder), Tail(self._folder / NAME)
        self._plan, _, self._records = records_of(self._folder)
        self._cells, self._counts = len(self._plan.cells()), _Counts()

    def look(self, now: datetime | None = None) -> Status:
        """As `status`."""
        if self._grows and is_sealed(self._folder):  # its log is gone, or about to go
            self._open()
        counts, folder, cells = self._counts, self._folder, self._cells
        for record in self._tail.new() if self._grows else self._records:
            counts.add(record)
        sealed, events = is_sealed(folder), attempts(folder)
        starts = [event for event in events if event.get("event") == "start"]
        done, last = counts.done, starts[-1] if starts else None
        return Status(
            cells=cells,
            done=done,
            passed=counts.passed,
            stopped=dict(counts.stopped),
            tokens=dict(counts.tokens),
            starts=len(starts),
            sealed=sealed,
            rate=None if sealed or last is None else _rate(folder, last, done, cells, now),
            spend=spend(folder, last, models_of(self._plan), done, cells) if last else None,
            again=sum(event.get("event") == "cell stopped" for event in events),
        )


class _Counts:
    """What a status says of the records that it has read."""

    def __init__(self) -> None:
        self.done = self.passed = 0
        self.stopped: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()

    def add(self, record: CellRecord) -> None:
        self.done += 1
        self.passed += record.passed
        if record.failed_party:
            self.stopped[record.failed_party] += 1
        for session in record.sessions:
            for usage in session.work.usage:
                self.tokens[usage.party] += usage.input_tokens + usage.output_tokens


def _rate(
    folder: Path, start: dict[str, object], done: int, cells: int, now: datetime | None
) -> float | None:
    already = cells - int(str(start.get("pending", 0)))
    if "time" not in start or done <= already:
        return None
    # The log's own time, not the look's, once the driver has stopped writing.
    written = datetime.fromtimestamp(os.stat(folder / NAME).st_mtime, UTC)
    seconds = ((now or written) - datetime.fromisoformat(str(start["time"]))).total_seconds()
    return (done - already) / seconds if seconds > 0 else None


def attempts(folder: Path) -> list[dict[str, object]]:
    """The log of attempts: starts, what stopped, what infra made us do again."""
    path = folder / "attempts.jsonl"
    if not path.exists():
        return []
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError:  # a line that a crash cut short
            continue
    return found
