"""Verdicts by content: the same checks on the same tree need no sandbox twice."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from ..canonical import canonical, sha256
from ..memo import Memo, Same
from ..records import Record, Verdict
from ..traps.checks import Check

KEPT = 1024
"""Verdicts that one process keeps in mind."""


class CacheStats(NamedTuple):
    """What a cache holds, and how this process used it."""

    verdicts: int
    bytes: int
    hits: int
    misses: int


class _Entry(Record):
    key: str
    digest: str
    verdict: Verdict


def verdict_key(checks: Sequence[Check], tree_digest: str, identity: str) -> str:
    """SHA-256 over everything a verdict is a function of, expectations included."""
    asked = _asked(Same(checks)) if isinstance(checks, tuple) else _asked_text(checks)
    return sha256(f"[{asked},{canonical(tree_digest)},{canonical(identity)}]")


@lru_cache(maxsize=1024)
def _asked(checks: Same[Sequence[Check]]) -> str:
    return _asked_text(checks.it)


def _asked_text(checks: Sequence[Check]) -> str:
    return canonical([check.model_dump(mode="json") for check in checks])


def _own(path: Path) -> bytes:
    """A file's content, if nobody else can have written it (and it is no pipe that would block)."""
    fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(fd, "rb") as file:
        seen = os.fstat(fd)
        others = seen.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        if not stat.S_ISREG(seen.st_mode) or seen.st_uid != os.geteuid() or others:
            raise PermissionError(path)
        return file.read()


_State = tuple[int, int, int]


def _state(path: Path) -> _State:
    """Changes with whatever is done to a file: written, given away, opened to others, replaced."""
    seen = os.lstat(path)
    return seen.st_dev, seen.st_ino, seen.st_ctime_ns


def _read(path: Path, key: str) -> Verdict | None:
    entry = _Entry.model_validate_json(_own(path))
    whole = entry.key == key and entry.digest == sha256(entry.verdict)
    return entry.verdict if whole else None


class VerdictCache:
    """A folder of verdicts; safe with many processes.

    A damaged entry is a miss, and so is one that another user wrote or could have written. Who owns
    the folder can plant what he likes: `dreambench verify --rescore` asks no cache.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.hits = self.misses = 0
        self._checked: Memo[tuple[_State, Verdict]] = Memo(KEPT)
        """What was read and found good, with the state in which its file was."""

    def _path(self, key: str) -> Path:
        return self.folder.joinpath(key[:2], f"{key[2:]}.json")

    def get(self, key: str) -> Verdict | None:
        """The verdict under `key`, or None."""
        path = self._path(key)
        try:
            state = _state(path)
            known, verdict = self._checked.get(key, (None, None))
            if known != state:
                verdict = _read(path, key)
        except (OSError, ValidationError):
            verdict = None
        if verdict is None:
            self.misses += 1
            return None
        if known != state:
            self._checked[key] = state, verdict
        self.hits += 1
        return verdict

    def put(self, key: str, verdict: Verdict) -> None:
        """Remember a verdict. A full or read-only disk costs time, never a run."""
        entry = _Entry(key=key, digest=sha256(verdict), verdict=verdict)
        path = self._path(key)
        with contextlib.suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            fd, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
            try:
                with open(fd, "wb") as file:
                    file.write(canonical(entry).encode())
                os.replace(name, path)
            except OSError:
                os.unlink(name)

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        for path in sorted(self.folder.glob("??/*")):
            with contextlib.suppress(OSError):
                yield path, path.stat()

    def stats(self) -> CacheStats:
        """How many verdicts and bytes there are, and this process's hits and misses."""
        files = [seen for path, seen in self._files() if path.suffix == ".json"]
        total = sum(seen.st_size for seen in files)
        return CacheStats(len(files), total, self.hits, self.misses)

    def prune(self, days: float = 0.0) -> int:
        """Remove what was written more than `days` ago (default: everything); returns how many."""
        removed = 0
        before = time.time() - days * 86_400
        for path, seen in self._files():
            if seen.st_mtime <= before:
                with contextlib.suppress(OSError):
                    path.unlink()
                    removed += 1
        return removed
