"""Where sources lie, and the two of their files that need more than reading."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.report import columns
from dreambench_lib.report.places import ROOT, output, shown
from dreambench_lib.report.words import CONSTRUCTS, block, natural
from dreambench_lib.shipped import need_tree

PUBLISHED = "published"


def find(source: str | Path) -> Path:
    """The folder behind a source; an unknown one gets a sentence that lists the known ones."""
    given = Path(source)
    for folder in (ROOT / "results" / given, output("runs") / given, given):
        if has_cells(folder):
            return folder
    need_tree(str(source))
    raise unknown("source", str(source), sources())


def has_cells(folder: Path) -> bool:
    """Whether there are outcomes in `folder`, open or (in a large run) packed."""
    return any((folder / name).is_file() for name in ("cells.csv", "cells.csv.xz"))


def sources() -> list[str]:
    """Every source that can be loaded by name."""
    found = {
        path.name
        for base in (ROOT / "results", output("runs"))
        for path in base.glob("*")
        if has_cells(path)
    }
    return sorted(found, key=lambda name: (name != PUBLISHED, natural(name)))


def read_manifest(folder: Path) -> dict[str, Any]:
    """A source's manifest; BadInput where it is missing or no JSON object."""
    path = folder / "manifest.json"
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        manifest = None
    if not isinstance(manifest, dict):
        raise BadInput(f"{shown(path)} is missing or no JSON object: seal the run again")
    return manifest


def read_traps(path: Path) -> pd.DataFrame:
    """The traps table in our run's columns; the published one has two under other names."""
    raw = columns.read(path, {"trap_id": "str"}, needed=("trap_id", "construct", "fixture"))
    if "clean_start" in raw:
        raw["set"] = raw["origin"]
        raw["start"] = raw["clean_start"].map({"1": "clean", "0": "continue", "": ""})
    frame = raw.reindex(columns=[*columns.TRAPS], fill_value="")
    strange = sorted(set(frame["construct"]) - set(CONSTRUCTS))
    if strange:
        raise unknown(f"construct in {shown(path)}", strange[0], CONSTRUCTS)
    frame["block"] = frame["construct"].map(block)
    order = sorted(frame.index, key=lambda row: natural(str(frame.at[row, "construct"])))
    return frame.loc[order].reset_index(drop=True)
