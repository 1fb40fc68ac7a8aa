"""Leaves named pipes where files are read, so that a reader waits for ever."""

import os
from pathlib import Path

from dreambench_lib.harness.redteam import Stage


def leave(stage: Stage, folder: Path) -> None:
    for name in ("NOTES.md", "made.txt"):
        (folder / name).unlink()
        os.mkfifo(folder / name)
