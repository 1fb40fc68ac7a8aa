"""Leaves 6,000 empty files."""

from pathlib import Path

from dreambench_lib.harness.redteam import Stage


def leave(stage: Stage, folder: Path) -> None:
    for number in range(6_000):
        (folder / f"f{number}").touch()
