"""Reading and writing notebook files; nbformat is untyped, so its calls are fenced in here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

_nbformat: Any = nbformat


def read(path: Path) -> NotebookNode:
    """The notebook in a file."""
    book: NotebookNode = _nbformat.read(path, as_version=4)
    return book


def write(book: NotebookNode, path: Path) -> None:
    """Write a notebook in one fixed form."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_nbformat.writes(book) + "\n", encoding="utf-8")


def node(content: dict[str, Any]) -> NotebookNode:
    """A plain dictionary as a part of a notebook."""
    made: NotebookNode = _nbformat.from_dict(content)
    return made
