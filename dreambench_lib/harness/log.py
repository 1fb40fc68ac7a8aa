"""The run folder's append-only log: one terminal record per cell, one writer, crash-safe.

A line is written whole and flushed to the disk before the cell counts as done. A last line that a
crash cut short is dropped on resume (its cell runs again); damage anywhere else is refused.
"""

from __future__ import annotations

import fcntl
import json
import mmap
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from pydantic import ValidationError

from ..canonical import canonical
from ..errors import BadInput
from ..records import CellKey, CellRecord
from .folder import LOG

NAME = LOG


def read_log(path: Path) -> Iterator[CellRecord]:
    """The log's records; an incomplete last line is passed over, other damage raises BadInput."""
    if not path.exists():
        return
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.endswith(b"\n"):
                return
            try:
                yield CellRecord.model_validate_json(line)
            except ValidationError:
                raise _damaged(path, f"line {number}") from None


def ordered(path: Path) -> tuple[list[CellKey], Iterator[CellRecord]]:
    """The log's cells in order, and their records one at a time in that order.

    Only keys and places are held: a record is read when its turn comes.
    """
    places: list[tuple[CellKey, int]] = []
    offset = 0
    if path.exists():
        with path.open("rb") as lines:
            for line in lines:
                if line.endswith(b"\n"):
                    places.append((_key(line, path, len(places) + 1), offset))
                offset += len(line)
    places.sort()
    return [key for key, _ in places], _at(path, [place for _, place in places])


def _at(path: Path, places: list[int]) -> Iterator[CellRecord]:
    if not places:
        return
    with path.open("rb") as lines:
        for place in places:
            lines.seek(place)
            yield _record(lines.readline(), path, place)


def _key(line: bytes, path: Path, number: int) -> CellKey:
    try:
        return CellKey(*json.loads(line)["key"])
    except (ValueError, TypeError, KeyError):
        raise _damaged(path, f"line {number}") from None


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


class RunLog:
    """The log, opened for appending under a lock that one process holds."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._lock = (folder / "lock").open("a")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise BadInput(
                f"another process is running in {folder.name}: wait for it or use another --out"
            ) from None
        try:
            self.done: dict[CellKey, bool] = {}
            for record in read_log(self._path):
                if record.key in self.done:
                    raise BadInput(
                        f"cell {'/'.join(map(str, record.key))} stands twice in {folder.name}: "
                        "start anew in another folder"
                    )
                self.done[record.key] = record.passed
            self._drop_cut_line()
            self._file = self._path.open("ab")
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

    def append(self, record: CellRecord) -> None:
        """Commit one terminal record; a second one for the same cell is ignored."""
        if record.key in self.done:
            return
        self._file.write((canonical(record) + "\n").encode())
        self._file.flush()
        os.fsync(self._file.fileno())
        self.done[record.key] = record.passed

    def __enter__(self) -> RunLog:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
        self._lock.close()


def note_attempt(folder: Path, **facts: object) -> None:
    """Append to the unsealed attempts log: starts, resumes, faults (RULES 18)."""
    facts = {**facts, "time": datetime.now(UTC).isoformat(timespec="milliseconds")}
    with (folder / "attempts.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(facts, sort_keys=True) + "\n")
