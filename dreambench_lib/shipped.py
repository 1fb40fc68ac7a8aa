"""What ships beside the code: traps and results, in the source tree or packed into the wheel."""

from __future__ import annotations

from pathlib import Path

from .errors import BadInput

PACKED = Path(__file__).resolve().parent / "_shipped"
"""Where the wheel's build puts them (``hatch_build.py``)."""
TREE = Path(__file__).resolve().parents[1]

INSTALLED = PACKED.is_dir()
"""Whether this is a wheel rather than a source tree."""
ROOT = PACKED if INSTALLED else TREE
"""Holds ``traps/`` and ``results/``; in a source tree also ``notebooks/``, ``paper/``, …"""


def home() -> Path:
    """Where made files go by default: the source tree, or the folder that one works in."""
    return Path.cwd() if INSTALLED else ROOT


def left_out(place: Path = PACKED) -> frozenset[str]:
    """Names that the source tree has and this package has not, as its build wrote them down."""
    listed = place / "left-out.txt"
    return (
        frozenset(listed.read_text(encoding="utf-8").split()) if listed.is_file() else frozenset()
    )


def need_tree(name: str) -> None:
    """Refuse what only a source tree has, when this is not one.

    Args:
        name: A run, a study, a file of ``results/``, or a folder of the tree.

    Raises:
        BadInput: this is an installed wheel and `name` was left out of it, to keep it small.
    """
    if name in left_out():
        raise BadInput(
            f"{name} is not in the installed package: unpack the source archive of the same "
            "version (or clone the repository) and run this there"
        )
