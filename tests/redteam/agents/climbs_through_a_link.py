"""Leaves a link whose target climbs out behind another link."""

from pathlib import Path

from dreambench_lib.harness.redteam import Stage


def leave(stage: Stage, folder: Path) -> None:
    (folder / "in").symlink_to("shop")
    (folder / "out").symlink_to("in/../../" + stage.folder.name + "/solution.py")
