"""Leaves a path that is longer than the kernel takes in one piece."""

import os
from pathlib import Path

from dreambench_lib.harness.redteam import Stage


def leave(stage: Stage, folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY)
    for _ in range(20):
        os.mkdir("n" * 250, dir_fd=fd)
        inner = os.open("n" * 250, os.O_RDONLY, dir_fd=fd)
        os.close(fd)
        fd = inner
    os.close(fd)
