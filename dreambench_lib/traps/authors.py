"""Who authored which trap: ``authors.toml`` of a trap folder, outside every digest."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from ..errors import BadInput
from ..records import Record
from .load import ROOT
from .parse import made, read_toml
from .variants.names import base_id

UNKNOWN = "not stated"


class Author(Record):
    """Somebody, or something, that wrote traps."""

    about: str
    models: tuple[str, ...] = ()
    """Names of the language models that took part, as a run would name them."""


class Authors(Record):
    """The file."""

    default: str = UNKNOWN
    authors: dict[str, Author] = {}
    traps: dict[str, str] = {}

    def of(self, trap_id: str) -> str:
        """The author's name; every version of a trap has the trap's own."""
        return self.traps.get(base_id(trap_id), self.default)


@lru_cache(maxsize=8)
def read_authors(root: Path | None = None) -> Authors:
    """The authors of the traps in `root` (default: the project's own); none where no file says.

    Raises:
        BadInput: the file has an author that it does not describe.
    """
    folder = root or ROOT
    path = folder / "authors.toml"
    if not path.is_file():
        return Authors()
    found = made(Authors, f"{folder.name}/authors.toml", read_toml(path))
    for name in (found.default, *found.traps.values()):
        if name != UNKNOWN and name not in found.authors:
            raise BadInput(f"authors.toml names {name!r}: describe it under [authors.{name}]")
    return found
