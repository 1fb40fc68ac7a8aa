"""The wheel takes along what stands beside the package; an editable install reads it in place."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = "dreambench_lib/_shipped"
"""Where `dreambench_lib.shipped` looks first."""
TREE_ONLY = ("notebooks", "paper", "figures", "docs", "tests")


class Shipped(BuildHookInterface[Any]):
    """Copies the paths that `pyproject.toml` lists under this hook as `ships`; lists the rest."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard":
            return
        ships = self.config["ships"]
        listed = Path(tempfile.mkdtemp()) / "left-out.txt"
        listed.write_text("\n".join(left_out(Path(self.root), ships)) + "\n", encoding="utf-8")
        places = {path: f"{PLACE}/{path}" for path in ships}
        build_data["force_include"].update({**places, str(listed): f"{PLACE}/{listed.name}"})


def left_out(root: Path, ships: list[str]) -> list[str]:
    """The names of results that do not ship, runs inside of studies included."""
    results = {path.name: path for path in (root / "results").iterdir()}
    for path in ships:
        results.pop(path.removeprefix("results/"), None)
    runs = [cells.parent.name for path in results.values() for cells in path.glob("*/cells.csv")]
    return sorted({*TREE_ONLY, *results, *runs})
