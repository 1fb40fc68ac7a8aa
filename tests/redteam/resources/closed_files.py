"""Leaves files and folders that nobody may read, and one that runs as its owner."""

from pathlib import Path

from dreambench_lib.harness.redteam import Stage


def leave(stage: Stage, folder: Path) -> None:
    (folder / "NOTES.md").chmod(0o000)
    (folder / "made.txt").chmod(0o4755)
    (folder / "closed").mkdir()
    (folder / "closed" / "file").touch()
    (folder / "closed").chmod(0o000)
