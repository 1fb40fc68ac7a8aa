"""Folders of this machine for an agent's room, linked once to a place whose name says nothing.

A mount tells the path it was made from, and an unprivileged user must be able to reach it: so what
is shown is a copy below the temporary folder, of links where the disk is the same.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from ...canonical import sha256
from ...errors import BadInput
from .packages import settled

PROGRAMS = "/programs"
STARTERS, STARTER_BYTES = ("pyvenv.cfg", "bin/*"), 64 * 1024
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def stands(programs: Mapping[str, Path]) -> dict[str, Path]:
    """The folders to show, by the names they are shown under.

    Raises:
        BadInput: a name is no plain name, or a folder is missing.
        Infra: somebody else made a folder of a copy's name.
    """
    for name, folder in programs.items():
        if not _NAME.fullmatch(name):
            raise BadInput(f"{name!r} is no name for a program's folder: use letters and digits")
        if not folder.is_dir():
            raise BadInput(f"the folder {folder} of the program {name} is missing: install it")
    return {name: stand(folder.resolve(), name) for name, folder in sorted(programs.items())}


@cache
def stand(folder: Path, name: str) -> Path:
    """A copy of `folder` that everybody may read, made again when anything in it has changed.

    What starts programs (``bin/…``, ``pyvenv.cfg``) names the place where it is shown instead.
    """
    entries = list(_entries(folder))
    mark = sha256([str(folder), name, *([path, *facts] for path, facts in entries)])[:16]
    place = Path(tempfile.gettempdir()) / f"programs-{os.geteuid()}-{mark}"
    if not place.exists():
        draft = Path(tempfile.mkdtemp(prefix=".programs-"))
        draft.chmod(0o755)
        for path, (mode, _, _) in entries:
            _show(folder / path, draft / path, mode)
        _rename(draft, str(folder).encode(), f"{PROGRAMS}/{name}".encode())
        try:
            draft.rename(place)
        except OSError:
            # Another process was first.
            shutil.rmtree(draft, ignore_errors=True)
    return settled(place)


def _entries(folder: Path) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Everything below `folder`, parents first: its path; mode, bytes and time in ns."""
    waiting = [""]
    while waiting:
        above = waiting.pop()
        with os.scandir(folder / above) as found:
            for entry in sorted(found, key=lambda entry: entry.name):
                path, status = os.path.join(above, entry.name), entry.stat(follow_symlinks=False)
                yield path, (status.st_mode, status.st_size, status.st_mtime_ns)
                if stat.S_ISDIR(status.st_mode):
                    waiting.append(path)


def _show(source: Path, target: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        target.mkdir()
        target.chmod(0o755)
    elif stat.S_ISLNK(mode):
        target.symlink_to(os.readlink(source))
    elif stat.S_ISREG(mode):
        if mode & 0o004 and (mode & 0o001 or not mode & 0o100):
            try:
                os.link(source, target)
                return
            except OSError:
                pass  # another disk, or a file that we may read and not link
        shutil.copy2(source, target)
        target.chmod(0o755 if mode & 0o100 else 0o644)


def _rename(draft: Path, old: bytes, new: bytes) -> None:
    for path in (path for pattern in STARTERS for path in draft.glob(pattern)):
        status = path.lstat()
        if stat.S_ISREG(status.st_mode) and status.st_size <= STARTER_BYTES:
            data = path.read_bytes()
            if old in data:
                # A new file: the old one may be the original itself.
                path.unlink()
                path.write_bytes(data.replace(old, new))
                path.chmod(0o755 if status.st_mode & 0o100 else 0o644)
