"""The table of what can be installed apart: one TOML file each, so upgrading is one line."""

from __future__ import annotations

import tomllib
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal

from pydantic import ValidationError

from ..canonical import canonical, sha256
from ..errors import BadInput, unknown
from ..records import Record


class Entry(Record):
    """One thing that is installed as a whole."""

    name: str
    kind: Literal["venv", "npm"]
    about: str
    """One line for tables."""
    requires: tuple[str, ...]
    """Pinned requirements, as pip or npm writes them."""
    no_deps: tuple[str, ...] = ()
    """Distributions (venv only) installed afterwards without what they ask for."""
    lock: str = ""
    """Constraints on everything else: the text of ``NAME.lock``, as ``pip freeze`` writes it."""

    @property
    def digest(self) -> str:
        """SHA-256 over all that decides what is installed."""
        return sha256(canonical(self.model_dump(mode="json", exclude={"about"})))


def names() -> list[str]:
    """What the table holds, in order."""
    return sorted(
        file.name.removesuffix(".toml")
        for file in _table().iterdir()
        if file.name.endswith(".toml")
    )


def entry(name: str) -> Entry:
    """The entry called `name`.

    Raises:
        BadInput: there is none, or its file is no entry.

    >>> entry("mem0").kind
    'venv'
    """
    if name not in names():
        raise unknown("installable", name, names())
    file, lock = _table() / f"{name}.toml", _table() / f"{name}.lock"
    try:
        known = tomllib.loads(file.read_text(encoding="utf-8"))
        pinned = lock.read_text(encoding="utf-8") if lock.is_file() else ""
        return Entry(name=name, lock=pinned, **known)
    except (tomllib.TOMLDecodeError, ValidationError, TypeError) as fault:
        line = " ".join(str(fault).split())
        raise BadInput(f"apart/table/{name}.toml is no entry ({line}): mend it") from None


def _table() -> Traversable:
    return resources.files(__package__) / "table"
