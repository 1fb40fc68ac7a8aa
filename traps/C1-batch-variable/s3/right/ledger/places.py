"""Where journals are, on machines that keep them in a folder of their own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

VARIABLE = "{{variable}}"
"""The start script of the batch machines sets it to the folder of the journals."""


def find(path: Path, environ: Mapping[str, str]) -> Path:
    """The path to read for `path`: itself, or what the folder of the journals holds."""
    folder = environ.get(VARIABLE, "")
    if not folder or path.is_absolute() or path.exists():
        return path
    return Path(folder) / path


def hint() -> str:
    """What to do about a journal that is not found."""
    return f"set {VARIABLE} to the folder of the journals"


def shown(environ: Mapping[str, str]) -> str:
    """The variable and the folder it holds."""
    return f"{VARIABLE} {environ.get(VARIABLE) or '(not set)'}"
