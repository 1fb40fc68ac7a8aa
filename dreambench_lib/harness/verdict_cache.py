"""Verdicts by content: the same checks on the same tree need no sandbox twice."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from ..canonical import canonical, sha256
from ..memo import Memo, Same
from ..records import Record, Verdict
from ..traps.checks import Check
from .entries import Entries

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


_State = tuple[int, int, int]


def _state(path: Path) -> _State:
    """Changes with whatever is done to a file: written, given away, opened to others, replaced."""
    seen = os.lstat(path)
    return seen.st_dev, seen.st_ino, seen.st_ctime_ns


class VerdictCache:
    """A folder of verdicts; safe with many processes.

    A damaged entry is a miss, and so is one that another user could have written (`entries`).
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._entries = Entries(folder, ".json")
        self.folder = self._entries.folder
        self.hits = self.misses = 0
        self._checked: Memo[tuple[_State, Verdict]] = Memo(KEPT)
        """What was read and found good, with the state in which its file was."""

    def get(self, key: str) -> Verdict | None:
        """The verdict under `key`, or None."""
        try:
            state = _state(self._entries.path(key))
            known, verdict = self._checked.get(key, (None, None))
            if known != state:
                verdict = self._read(key)
        except (OSError, ValidationError):
            verdict = None
        if verdict is None:
            self.misses += 1
            return None
        if known != state:
            self._checked[key] = state, verdict
        self.hits += 1
        return verdict

    def _read(self, key: str) -> Verdict | None:
        entry = _Entry.model_validate_json(self._entries.read(key))
        whole = entry.key == key and entry.digest == sha256(entry.verdict)
        return entry.verdict if whole else None

    def put(self, key: str, verdict: Verdict) -> None:
        """Remember a verdict."""
        entry = _Entry(key=key, digest=sha256(verdict), verdict=verdict)
        self._entries.write(key, canonical(entry).encode())

    def stats(self) -> CacheStats:
        """How many verdicts and bytes there are, and this process's hits and misses."""
        return CacheStats(*self._entries.size(), self.hits, self.misses)

    def prune(self, days: float = 0.0) -> int:
        """Remove what was written more than `days` ago (default: everything); returns how many."""
        return self._entries.prune(days)
