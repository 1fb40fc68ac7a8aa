"""Leaves a file of 64 GiB that is one hole and takes no blocks."""

import os
from pathlib import Path

from dreambench_lib.harness.redteam import Stage


def leave(stage: Stage, folder: Path) -> None:
    with (folder / "NOTES.md").open("wb") as file:
        os.truncate(file.fileno(), 64 << 30)
