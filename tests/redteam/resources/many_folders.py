"""Leaves 11,000 empty folders, which no list of files shows."""

from pathlib import Path

from dreambench_lib.harness.redteam import Stage


def leave(stage: Stage, folder: Path) -> None:
    for number in range(11_000):
        (folder / f"f{number}").mkdir()
