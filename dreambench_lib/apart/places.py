"""Where an installed entry lies, and whether it is whole."""

from __future__ import annotations

import json
import os
from pathlib import Path

from platformdirs import user_cache_dir

from ..errors import BadInput
from .entries import entry

PLACE = "DREAMBENCH_APART"
"""Environment variable with the folder of all that is installed apart."""
READY = "ready.json"
"""Written last: names every package and version that was installed."""


def folder(name: str) -> Path:
    """Where `name` lies, or would lie; another pin is another folder."""
    base = os.environ.get(PLACE) or Path(user_cache_dir("dreambench")) / "apart"
    return Path(base).absolute() / f"{name}-{entry(name).digest[:12]}"


def ready(name: str) -> bool:
    """Whether `name` is installed as its entry stands now."""
    return (folder(name) / READY).is_file()


def need(name: str) -> Path:
    """The folder of `name`; one sentence says how to get it where it is missing."""
    if not ready(name):
        raise BadInput(f"{name} is not installed: run  dreambench install {name}")
    return folder(name)


def python(name: str) -> Path:
    """The interpreter of a virtual environment."""
    if entry(name).kind != "venv":
        raise BadInput(f"{name} is no Python environment: it has no interpreter of its own")
    return need(name) / "bin" / "python"


def versions(name: str) -> dict[str, str]:
    """Every package in it and its version."""
    found: dict[str, str] = json.loads((need(name) / READY).read_text(encoding="utf-8"))
    return found
