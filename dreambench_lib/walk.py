"""Between a folder on disk and a `Tree`: read by descriptor, written by descriptor.

Nothing is followed, nothing runs, no git is asked. What cannot be scored (a pipe, a device, a
link that leaves the tree, too big, too deep …) is an `OddTree` that names the entries: the doing
of whoever wrote the folder, never an infrastructure fault.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import NamedTuple
from urllib.parse import quote_from_bytes

from .errors import BadInput, DreamBenchError
from .trees import Entry, Tree, leaves_tree

_NAMED = 5


class WalkLimits(NamedTuple):
    """How much a tree may hold."""

    files: int = 5_000
    file_bytes: int = 2 * 1024 * 1024
    total_bytes: int = 64 * 1024 * 1024
    depth: int = 40
    """Names in a path, the file's own included."""
    path_bytes: int = 1_024


DEFAULT = WalkLimits()


class Odd(NamedTuple):
    """An entry that cannot be scored, and why."""

    path: bytes
    why: str

    def __str__(self) -> str:
        name = quote_from_bytes(self.path, safe="/ ._-") or "."
        return f"{name if len(name) <= 120 else name[:117] + '...'} ({self.why})"


class OddTree(DreamBenchError):
    """The tree holds entries that cannot be scored; counted against whoever wrote it."""

    def __init__(self, entries: tuple[Odd, ...]) -> None:
        self.entries = tuple(sorted(entries))
        named = ", ".join(map(str, self.entries[:_NAMED]))
        more = len(self.entries) - _NAMED
        rest = f" and {more} more" if more > 0 else ""
        super().__init__(f"the tree holds what cannot be scored, remove it: {named}{rest}")


def link_fault(path: bytes, target: bytes) -> str:
    """Why a link may not be kept, or "".

    ``..`` is only taken at the front: behind a name that is itself a link it would climb from
    wherever that link leads, which no look at the text can tell.
    """
    parts = [part for part in target.split(b"/") if part not in (b"", b".")]
    climbs = next((i for i, part in enumerate(parts) if part != b".."), len(parts))
    if leaves_tree(path, target) or b".." in parts[climbs:] or b"\0" in target or not target:
        return "link leaving the tree"
    return ""


def path_fault(path: bytes, limits: WalkLimits = DEFAULT) -> str:
    """Why a path may not stand in a tree, or ""."""
    parts = path.split(b"/")
    if len(path) > limits.path_bytes or any(len(part) > 255 for part in parts):
        return "path too long"
    if len(parts) > limits.depth:
        return "too deep"
    if b"\0" in path or any(part in (b"", b".", b"..") for part in parts):
        return "path leaving the tree"
    if any(part.lower() == b".git" for part in parts):
        return "git folder"
    return ""


def faults(tree: Tree, limits: WalkLimits = DEFAULT) -> tuple[Odd, ...]:
    """What keeps `tree` from being written to a disk, entry by entry."""
    found = []
    total = 0
    for path, entry in tree.items():
        why = path_fault(path, limits)
        if not why and entry.kind == "link":
            why = link_fault(path, entry.data)
        if not why and len(entry.data) > limits.file_bytes:
            why = "file too big"
        if not why and b"/" in path:
            folder = path
            while b"/" in folder and not why:
                folder = folder.rpartition(b"/")[0]
                why = "both a file and a folder" if folder in tree else ""
        if why:
            found.append(Odd(path, why))
        total += len(entry.data)
    if len(tree) > limits.files:
        found.append(Odd(b"", f"more than {limits.files} files"))
    if total > limits.total_bytes:
        found.append(Odd(b"", f"more than {limits.total_bytes} bytes"))
    return tuple(found)


def require_sound(tree: Tree, limits: WalkLimits = DEFAULT) -> None:
    """Raise `OddTree` unless `tree` can be written to a disk as it is."""
    found = faults(tree, limits)
    if found:
        raise OddTree(found)


class _TooMuch(Exception):
    """A limit of the whole tree is passed: looking on would only cost time."""


class _Reader:
    """One walk: what was found, what was odd, what is left of the limits."""

    def __init__(self, limits: WalkLimits) -> None:
        self.limits = limits
        self.tree: dict[bytes, Entry] = {}
        self.odd: list[Odd] = []
        self.entries = 0
        self.total = 0

    def folder(self, fd: int, prefix: bytes) -> None:
        # Folders count as well, else a million empty ones would be walked.
        room = 2 * self.limits.files - self.entries
        with os.scandir(fd) as listing:
            names = sorted(os.fsencode(entry.name) for entry in islice(listing, room + 1))
        self.entries += len(names)
        if len(names) > room:
            self.odd.append(Odd(prefix.rstrip(b"/"), f"more than {self.limits.files} files"))
            raise _TooMuch
        for name in names:
            if name.lower() != b".git":
                why = self.entry(fd, name, prefix + name)
                if why:
                    self.odd.append(Odd(prefix + name, why))

    def entry(self, fd: int, name: bytes, path: bytes) -> str:
        """Take one entry in; returns why it is odd, or ""."""
        why = path_fault(path, self.limits)
        if why:
            return why
        try:
            seen = os.stat(name, dir_fd=fd, follow_symlinks=False)
            if stat.S_ISDIR(seen.st_mode):
                return self.descend(fd, name, path, seen)
            if stat.S_ISLNK(seen.st_mode):
                target = os.readlink(name, dir_fd=fd)
                return link_fault(path, target) or self.keep(path, Entry("link", target))
            if not stat.S_ISREG(seen.st_mode):
                return _kind(seen.st_mode)
            return self.file(fd, name, path, seen)
        except OSError as error:
            return f"unreadable: {errno.errorcode.get(error.errno or 0, 'error')}"

    def descend(self, fd: int, name: bytes, path: bytes, seen: os.stat_result) -> str:
        # By the mode bits, so that root and an ordinary user see the same tree.
        if seen.st_mode & 0o500 != 0o500:
            return "unreadable folder"
        inner = _open_folder(name, fd)
        try:
            self.folder(inner, path + b"/")
        finally:
            os.close(inner)
        return ""

    def file(self, fd: int, name: bytes, path: bytes, seen: os.stat_result) -> str:
        if seen.st_size > self.limits.file_bytes:
            return "file too big"
        if not seen.st_mode & 0o400:
            return "unreadable file"
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with open(os.open(name, flags, dir_fd=fd), "rb") as handle:
            now = os.fstat(handle.fileno())
            if not stat.S_ISREG(now.st_mode) or (now.st_dev, now.st_ino) != (
                seen.st_dev,
                seen.st_ino,
            ):
                return "changed while it was read"
            data = handle.read(self.limits.file_bytes + 1)
        if len(data) > self.limits.file_bytes:
            return "file too big"
        return self.keep(path, Entry("exec" if now.st_mode & 0o100 else "file", data))

    def keep(self, path: bytes, entry: Entry) -> str:
        self.tree[path] = entry
        self.total += len(entry.data)
        for over, what in (
            (len(self.tree) > self.limits.files, f"more than {self.limits.files} files"),
            (self.total > self.limits.total_bytes, f"more than {self.limits.total_bytes} bytes"),
        ):
            if over:
                self.odd.append(Odd(b"", what))
                raise _TooMuch
        return ""


def _kind(mode: int) -> str:
    kinds = {stat.S_IFIFO: "pipe", stat.S_IFSOCK: "socket", stat.S_IFBLK: "device"}
    return kinds.get(stat.S_IFMT(mode), "device")


def _open_folder(name: bytes, parent: int) -> int:
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    return os.open(name, flags, dir_fd=parent)


@contextmanager
def _opened(where: str | os.PathLike[str] | int) -> Iterator[int]:
    if isinstance(where, int):
        yield where
        return
    try:
        fd = os.open(where, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise BadInput(f"cannot open the folder {os.fspath(where)}: {error.strerror}") from None
    try:
        yield fd
    finally:
        os.close(fd)


def read_tree(where: str | os.PathLike[str] | int, limits: WalkLimits = DEFAULT) -> Tree:
    """The files, executables and links under a folder (a path or an open descriptor of it).

    Git folders are dropped and empty folders are not seen. Call it only when nobody can write
    any more (the agent's namespace is dead).

    Raises:
        OddTree: if anything in there cannot be scored.
    """
    reader = _Reader(limits)
    with _opened(where) as fd, suppress(_TooMuch):
        reader.folder(fd, b"")
    if reader.odd:
        raise OddTree(tuple(reader.odd))
    return dict(sorted(reader.tree.items()))


@contextmanager
def _folder_of(root: int, path: bytes) -> Iterator[int]:
    """The descriptor of the folder at `path`, made along the way without following anything."""
    fd = os.dup(root)
    try:
        for name in path.split(b"/")[:-1]:
            with suppress(FileExistsError):
                os.mkdir(name, 0o755, dir_fd=fd)
            inner = _open_folder(name, fd)
            os.close(fd)
            fd = inner
        yield fd
    finally:
        os.close(fd)


def write_tree(
    tree: Tree, where: str | os.PathLike[str] | int, limits: WalkLimits = DEFAULT
) -> None:
    """Write `tree` into an existing folder: 0644 or 0755, nothing overwritten or followed.

    Raises:
        OddTree: before anything is written, if a path or link leaves the folder.
        BadInput: if a file is there already.
    """
    require_sound(tree, limits)
    with _opened(where) as root:
        for path in sorted(tree):
            try:
                with _folder_of(root, path) as folder:
                    _write(folder, path.rpartition(b"/")[2], tree[path])
            except (FileExistsError, NotADirectoryError) as error:
                raise BadInput(f"{Odd(path, 'in the way')}: write into an empty folder") from error


def _write(folder: int, name: bytes, entry: Entry) -> None:
    if entry.kind == "link":
        os.symlink(entry.data, name, dir_fd=folder)
        return
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with open(os.open(name, flags, 0o600, dir_fd=folder), "wb") as handle:
        os.fchmod(handle.fileno(), 0o755 if entry.kind == "exec" else 0o644)
        handle.write(entry.data)
