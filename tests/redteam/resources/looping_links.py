"""Leaves links that lead to each other and to the folder they are in."""

from pathlib import Path

from dreambench_lib.harness.redteam import Stage


def leave(stage: Stage, folder: Path) -> None:
    (folder / "a").symlink_to("b")
    (folder / "b").symlink_to("a")
    (folder / "shop" / "again").symlink_to(".")
    (folder / "made.txt").unlink()
    (folder / "made.txt").symlink_to("a")
