"""Where results are looked for and where a report's files go."""

from __future__ import annotations

import os
from pathlib import Path

from dreambench_lib import shipped

ROOT = shipped.ROOT
"""Holds `results/` and `traps/`; in a source tree also `notebooks/`, `paper/`, `figures/`."""


def output(*parts: str) -> Path:
    """A place for something made: below ``$DREAMBENCH_OUT`` if set (tests), else in the tree or,
    where the package is installed without one, in the folder that one works in.
    """
    return Path(os.environ.get("DREAMBENCH_OUT") or shipped.home()).joinpath(*parts)


def shown(path: Path) -> str:
    """`path` as it may stand in a committed file: relative to the tree, or its name alone.

    >>> shown(ROOT / "figures" / "a.csv"), shown(Path("/elsewhere/b.csv"))
    ('figures/a.csv', 'b.csv')
    """
    for base in (output().resolve(), ROOT):
        if path.resolve().is_relative_to(base):
            return path.resolve().relative_to(base).as_posix()
    return path.name
