"""The run folder's append-only log: one terminal record per cell, one writer, crash-safe.

A line is handed to the system before its cell counts as done, so that no killed process loses one,
and forced to the disk at most `SYNC_SECONDS` apart: only a power cut can cost the cells that ended
within that time of the ones before. A last line that was cut short is dropped on resume (its cell
runs again); damage anywhere else is refused.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple

from pydantic import BaseModel, ValidationError

from ..errors import BadInput
from ..records import CellKey, CellRecord
from .disk import writable
from .finished import Finished
from .folder import LOG
from .receipts import Written

NAME, LOCK = LOG, "lock"
SYNC_SECONDS = 0.1
"""Between two forced writes; a slow cell is forced out as it ends."""


def read_log(path: Path) -> Iterator[CellRecord]:
    """The log's records; an incomplete last line is passed over, other damage raises BadInput."""
    return Tail(path).new()


class Tail:
    """A log that is read as it grows."""

    def __init__(self, path: Path) -> None:
        self._path, self._place, self._line = path, 0, 0

    def new(self) -> Iterator[CellRecord]:
        """The records since the last time; damage as in `read_log`."""
        if not self._path.exists():
            return
        with self._path.open("rb") as file:
            file.seek(self._place)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                self._place, self._line = self._place + len(line), self._line + 1
                try:
                    yield CellRecord.model_validate_json(line)
                except ValidationError:
                    raise _damaged(self._path, f"line {self._line}") from None


class Line(NamedTuple):
    """Where a cell's record stands in the log."""

    key: CellKey
    place: int
    """The byte at which its line begins."""


class _Keyed(BaseModel):
    """Of a record, its key; the rest is read as JSON and forgotten, at half the price."""

    key: CellKey


def _sharing(key: CellKey) -> CellKey:
    """The key with names that all keys share: a run has many cells and few names."""
    names = (sys.intern(key.condition), sys.intern(key.agent), sys.intern(key.trap_id))
    return CellKey(*names, key.seed)


def lines(path: Path) -> Iterator[Line]:
    """The log's cells as they stand; damage as in `read_log`. Equal names share their memory."""
    if not path.exists():
        return
    place = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                return
            try:
                key = _Keyed.model_validate_json(line).key
            except ValidationError:
                raise _damaged(path, f"line {number}") from None
            yield Line(_sharing(key), place)
            place += len(line)


def ordered(path: Path) -> tuple[list[CellKey], Iterator[Written]]:
    """The log's cells in order, and their records one at a time in that order, as they stand.

    Only keys and places are held: a record is read when its turn comes.
    """
    found = sorted(lines(path))
    return [line.key for line in found], _at(path, [line.place for line in found])


def _at(path: Path, places: list[int]) -> Iterator[Written]:
    if not places:
        return
    with path.open("rb") as file:
        for place in places:
            file.seek(place)
            line = file.readline()
            # What is in the log was written in canonical form (`Finished`).
            yield _record(line, path, place), line.removesuffix(b"\n").decode()


def _record(line: bytes, path: Path, place: int) -> CellRecord:
    try:
        return CellRecord.model_validate_json(line)
    except ValidationError:
        raise _damaged(path, f"the line at byte {place}") from None


def _damaged(path: Path, where: str) -> BadInput:
    return BadInput(
        f"{where} of {path.parent.name}/{path.name} is damaged: restore it or start anew in "
        "another folder"
    )


def locked(folder: Path) -> IO[str]:
    """The run's lock, which one process holds until it closes this file or ends.

    Raises:
        BadInput: another process has it.
    """
    import fcntl  # here: a log can be read where nothing can be locked or run

    lock = (folder / LOCK).open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise BadInput(
            f"another process is running in {folder.name}: wait for it or use another --out"
        ) from None
    return lock


class RunLog:
    """The log, opened for appending under the run's lock."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._lock = locked(folder)
        try:
            self.done: set[CellKey] = set()
            for key, _ in lines(self._path):
                if key in self.done:
                    raise BadInput(
                        f"cell {'/'.join(map(str, key))} stands twice in {folder.name}: "
                        "start anew in another folder"
                    )
                self.done.add(key)
            self._drop_cut_line()
            # Without a buffer of its own: what could not be written does not come back later.
            self._file = self._path.open("ab", buffering=0)
            self._synced, self._dirty = time.monotonic(), False
        except BaseException:
            self._lock.close()
            raise

    def _drop_cut_line(self) -> None:
        if not self._path.exists() or not self._path.stat().st_size:
            return
        with self._path.open("r+b") as file, mmap.mmap(file.fileno(), 0) as data:
            whole = data.rfind(b"\n") + 1
            cut = whole < len(data)
        if cut:
            os.truncate(self._path, whole)

    def append(self, finished: Finished) -> None:
        """Commit one terminal record; a second one for the same cell is ignored."""
        if finished.key in self.done:
            return
        left = memoryview(finished.line)
        while left:
            left = left[self._file.write(left) :]
        self._dirty = True
        if time.monotonic() - self._synced >= SYNC_SECONDS:
            self._sync()
        self.done.add(_sharing(finished.key))

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced, self._dirty = time.monotonic(), False

    def __enter__(self) -> RunLog:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            with writable(self._path.parent):
                if self._dirty:
                    self._sync()
        finally:
            self._file.close()
            self._lock.close()


def note_attempt(folder: Path, **facts: object) -> None:
    """Append to the unsealed attempts log: starts, resumes, faults (RULES 18)."""
    facts = {**facts, "time": datetime.now(UTC).isoformat(timespec="milliseconds")}
    with (folder / "attempts.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(facts, sort_keys=True) + "\n")
