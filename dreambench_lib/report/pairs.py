"""A notebook's reviewed source is its `.py` (jupytext ``py:percent``); the `.ipynb` follows."""

from __future__ import annotations

from pathlib import Path

import jupytext
from nbformat import NotebookNode

from dreambench_lib.canonical import sha256
from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.report import books
from dreambench_lib.report.normal import normalise
from dreambench_lib.report.places import ROOT, shown

NOTEBOOKS = ROOT / "notebooks"


def names(folder: Path = NOTEBOOKS) -> list[str]:
    """The notebooks that have a source, in reading order."""
    return sorted(path.stem for path in folder.glob("[0-9]*.py"))


def source(name: str, folder: Path = NOTEBOOKS) -> NotebookNode:
    """The unexecuted notebook that `NAME.py` describes, normalised."""
    path = folder / f"{name}.py"
    if not path.is_file():
        raise unknown("notebook", name, names(folder))
    notebook = jupytext.reads(path.read_text(encoding="utf-8"), fmt="py:percent")
    return normalise(notebook)


def source_digest(name: str, folder: Path = NOTEBOOKS) -> str:
    """SHA-256 of a notebook's source: what its records were made by."""
    return sha256((folder / f"{name}.py").read_text(encoding="utf-8"))


def committed(name: str, folder: Path = NOTEBOOKS) -> NotebookNode:
    """The executed notebook beside it."""
    path = folder / f"{name}.ipynb"
    try:
        return books.read(path)
    except (OSError, ValueError):
        raise BadInput(f"{shown(path)} is missing or no notebook: run 'make notebooks'") from None


def differences(name: str, folder: Path = NOTEBOOKS) -> list[str]:
    """Where source and notebook say different things; empty when they are a pair."""
    ours, theirs = (_bones(get(name, folder)) for get in (source, committed))
    found = [
        f"cell {number}: {one[2][:40]!r} in the source, {other[2][:40]!r} in the notebook"
        for number, (one, other) in enumerate(zip(ours, theirs, strict=False), 1)
        if one != other
    ]
    if len(ours) != len(theirs):
        found.append(f"{len(ours)} cells in the source, {len(theirs)} in the notebook")
    return found


def _bones(notebook: NotebookNode) -> list[tuple[str, tuple[str, ...], str]]:
    return [
        (cell.cell_type, tuple(cell.metadata.get("tags", ())), cell.source)
        for cell in notebook.cells
    ]
