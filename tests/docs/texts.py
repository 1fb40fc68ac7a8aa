"""The texts that people read, and how to find code in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from dreambench_lib.shipped import TREE

FILES = (
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "traps/FORM.md", "notebooks/README.md",
    "results/published/README.md",
)  # fmt: skip
_FENCE = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_INDENTED = re.compile(r"^(?: {4})(?=\S*dreambench )(.*)$", re.MULTILINE)
_COMMAND = re.compile(r"(?:^|[\s$])(?:\S*/)?dreambench((?: +[^\s].*)?)$", re.MULTILINE)


def texts() -> dict[str, str]:
    """Name to text: files, pages, and the prose of every notebook."""
    found = {name: (TREE / name).read_text(encoding="utf-8") for name in FILES}
    for page in sorted((TREE / "docs").glob("*.md")):
        found[f"docs/{page.name}"] = page.read_text(encoding="utf-8")
    for book in sorted((TREE / "notebooks").glob("*.ipynb")):
        cells = json.loads(book.read_text(encoding="utf-8"))["cells"]
        prose = ["".join(c["source"]) for c in cells if c["cell_type"] == "markdown"]
        found[f"notebooks/{book.name}"] = "\n\n".join(prose)
    return found


def prose(text: str) -> str:
    """The text without its code."""
    return _INLINE.sub("", _FENCE.sub("", text))


def commands(text: str) -> Iterator[str]:
    """What follows ``dreambench`` in blocks and in inline code, comments cut off."""
    pieces = [block.replace("\\\n", " ") for block in _FENCE.findall(text)]
    rest = _FENCE.sub("", text)
    pieces += [" ".join(piece.split()) for piece in _INLINE.findall(rest)]
    pieces += _INDENTED.findall(rest)
    for piece in pieces:
        for found in _COMMAND.findall(piece):
            if words := found.partition("#")[0].strip():
                yield words


def slug(heading: str) -> str:
    """A heading's anchor, as code hosts make it."""
    plain = re.sub(r"[`*_]|\[([^\]]*)\]\([^)]*\)", lambda m: m[1] or "", heading)
    return re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")


def anchors(path: Path) -> set[str]:
    """Anchors of a Markdown file."""
    text = _FENCE.sub("", path.read_text(encoding="utf-8"))
    return {slug(head) for head in re.findall(r"^#+ +(.*)$", text, re.MULTILINE)}
