"""Where results are looked for and where a report's files go."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The source tree: `results/`, `notebooks/`, `paper/` and `figures/` lie here."""


def output(*parts: str) -> Path:
    """A place for something made: below ``$DREAMBENCH_OUT`` if set (tests), else in the tree."""
    return Path(os.environ.get("DREAMBENCH_OUT") or ROOT).joinpath(*parts)


def shown(path: Path) -> str:
    """`path` as it may stand in a committed file: relative to the tree, or its name alone.

    >>> shown(ROOT / "figures" / "a.csv"), shown(Path("/elsewhere/b.csv"))
    ('figures/a.csv', 'b.csv')
    """
    for base in (output().resolve(), ROOT):
        if path.resolve().is_relative_to(base):
            return path.resolve().relative_to(base).as_posix()
    return path.name
