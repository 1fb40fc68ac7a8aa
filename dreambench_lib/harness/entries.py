"""A folder of small files by key, in a cache: safe with many processes, never in anybody's way.

A file that another user wrote or could have written is not read. Who owns the folder can plant what
he likes: `dreambench verify --rescore --replay` asks no cache.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path


class Entries:
    """Content by key (hex digits).

    Args:
        folder: Made when something is kept in it.
        suffix: Of its files, such as ``.json``.
    """

    def __init__(self, folder: str | os.PathLike[str], suffix: str) -> None:
        self.folder, self._suffix = Path(folder), suffix

    def path(self, key: str) -> Path:
        """Where the entry under `key` stands, or would stand."""
        return self.folder.joinpath(key[:2], f"{key[2:]}{self._suffix}")

    def read(self, key: str) -> bytes:
        """The content under `key`.

        Raises:
            OSError: there is none, or none that only we can have written.
        """
        # Without blocking: it may be a pipe.
        fd = os.open(self.path(key), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(fd, "rb") as file:
            seen = os.fstat(fd)
            others = seen.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
            if not stat.S_ISREG(seen.st_mode) or seen.st_uid != os.geteuid() or others:
                raise PermissionError(self.path(key))
            return file.read()

    def write(self, key: str, content: bytes) -> None:
        """Keep `content`. A full or read-only disk costs time, never a run."""
        path = self.path(key)
        with contextlib.suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            fd, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
            try:
                with open(fd, "wb") as file:
                    file.write(content)
                os.replace(name, path)
            except OSError:
                os.unlink(name)

    def size(self) -> tuple[int, int]:
        """How many entries and bytes there are."""
        files = [seen for path, seen in self._files() if path.suffix == self._suffix]
        return len(files), sum(seen.st_size for seen in files)

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

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        for path in sorted(self.folder.glob("??/*")):
            with contextlib.suppress(OSError):
                yield path, path.stat()
