"""Leaves a device where a file is read (one without end, if it may)."""

import os
import stat
from pathlib import Path

from dreambench_lib.harness.redteam import Stage


def leave(stage: Stage, folder: Path) -> None:
    (folder / "NOTES.md").unlink()
    try:
        os.mknod(folder / "NOTES.md", stat.S_IFCHR | 0o600, os.makedev(1, 5))
    except PermissionError:
        (folder / "NOTES.md").symlink_to("/dev/zero")
