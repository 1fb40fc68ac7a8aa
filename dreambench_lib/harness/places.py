"""Where runs are: frozen ones in the project's `results/`, working ones in `runs/`."""

from __future__ import annotations

from pathlib import Path

from .. import shipped
from ..errors import unknown
from .folder import MANIFEST, PLAN

PROJECT = shipped.ROOT
PUBLISHED = "published"


def run_folders() -> dict[str, Path]:
    """Every run by name: the project's results, then its runs, then those of this directory."""
    found: dict[str, Path] = {}
    for parent in (PROJECT / "results", PROJECT / "runs", Path("runs").resolve()):
        if parent.is_dir():
            for folder in sorted(parent.iterdir()):
                if (folder / MANIFEST).exists() or (folder / PLAN).exists():
                    found.setdefault(folder.name, folder)
    return found


def find_run(name: str) -> Path:
    """A run's folder by name or path; a wrong name lists the right ones."""
    folder = Path(name)
    if (folder / MANIFEST).exists() or (folder / PLAN).exists():
        return folder
    runs = run_folders()
    if name in runs:
        return runs[name]
    shipped.need_tree(name)
    raise unknown("run", name, runs)
