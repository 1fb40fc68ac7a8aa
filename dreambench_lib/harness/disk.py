"""The disk under a run: a full or read-only one is the machine's fault, said in one sentence."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import Infra
from .plan import Plan

_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.EFBIG, errno.EIO}
CELL_BYTES = 64 * 1024
"""What a cell's record takes at most on the whole, with room to spare: most take a third."""


@contextmanager
def writable(folder: Path) -> Iterator[None]:
    """Turn a fault of the disk into `Infra`, which the command line shows as one sentence."""
    try:
        yield
    except OSError as fault:
        if fault.errno not in _DISK:
            raise
        raise Infra(
            f"{folder.name} cannot be written ({fault.strerror}): free space or make it writable; "
            "what finished is kept, and the same command resumes"
        ) from fault


def check_space(folder: Path, plan: Plan, pending: int) -> None:
    """Refuse to start a run that the disk cannot hold (RULES 26)."""
    place = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    sessions = 1 + plan.pressure / 8
    needed = round(pending * CELL_BYTES * sessions)
    free = shutil.disk_usage(place).free
    if free < needed:
        raise Infra(
            f"{folder.name} may need {_size(needed)} and its disk has {_size(free)} free: free "
            "space or use another --out; nothing was run"
        )


def _size(count: int) -> str:
    return f"{count / 1024**3:.1f} GiB" if count >= 1024**3 else f"{count / 1024**2:.0f} MiB"
