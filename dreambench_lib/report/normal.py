"""Executed notebooks as they are committed: nothing in them depends on machine, time or chance."""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from dreambench_lib.report import books
from dreambench_lib.report.places import ROOT, output

_ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{6,}")
_OVERWRITTEN = re.compile(r"[^\r\n]*\r(?=[^\r\n])")
"""What a progress line showed before it was overwritten."""
_KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
_KEPT_CELL = ("tags", "jupyter")


def normalise(notebook: NotebookNode) -> NotebookNode:
    """Strip metadata to an allow-list, name cells by content, scrub text outputs (in place)."""
    notebook.metadata = books.node({"kernelspec": _KERNEL, "language_info": {"name": "python"}})
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    taken: set[str] = set()
    for cell in notebook.cells:
        cell.id = _cell_id(cell, taken)
        cell.metadata = books.node(
            {key: cell.metadata[key] for key in _KEPT_CELL if cell.metadata.get(key)}
        )
        if "outputs" in cell:
            cell.outputs = _joined(cell.outputs)
        for out in cell.get("outputs", ()):
            _scrub(out)
    return notebook


def _cell_id(cell: NotebookNode, taken: set[str]) -> str:
    """A digest of the cell's source: an insertion above leaves all other ids alone."""
    digest = hashlib.sha256(f"{cell.cell_type}\0{cell.source}".encode()).hexdigest()
    found = next(digest[at : at + 8] for at in range(56) if digest[at : at + 8] not in taken)
    taken.add(found)
    return found


def _scrub(out: NotebookNode) -> None:
    # Only what a viewer needs to know of an output: the words of a picture.
    if "metadata" in out:
        out.metadata = books.node(
            {mime: {"alt": about["alt"]} for mime, about in out.metadata.items() if "alt" in about}
        )
    if "text" in out:
        out.text = scrub(out.text)
    # A widget lives in its kernel; what remains is its page.
    out.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    for mime, data in out.get("data", {}).items():
        if isinstance(data, str) and not mime.startswith("image/"):
            out.data[mime] = scrub(data)


def _joined(outputs: list[Any]) -> list[Any]:
    """Pieces of one stream joined: how they are cut depends on timing."""
    found: list[Any] = []
    for out in outputs:
        if found and out.output_type == "stream" == found[-1].output_type:
            if out.name == found[-1].name:
                found[-1].text += out.text
                continue
        found.append(out)
    return found


def scrub(text: str) -> str:
    """`text` without memory addresses and without the places where this tree and Python live.

    >>> scrub(f"<f at 0x7f00deadbeef> in {ROOT}/figures")
    '<f at 0x…> in ./figures'
    """
    text = _ADDRESS.sub("at 0x…", _OVERWRITTEN.sub("", text))
    replace: list[tuple[str, str]] = [
        (str(output().resolve()), "."),
        (str(ROOT), "."),
        (sys.prefix, "python"),
        (str(Path.home()), "~"),
    ]
    for place, name in sorted(replace, key=lambda pair: len(pair[0]), reverse=True):
        if len(place) > 3:
            text = text.replace(place, name)
    return text
