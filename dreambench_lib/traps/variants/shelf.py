"""Traps by id, their variants included: those are made when somebody asks for one."""

from __future__ import annotations

from ..template import Template
from .names import MARK
from .vary import variant


class Shelf(dict[str, Template]):
    """A dictionary of traps in which ``C3-withdrawn~2`` can be looked up, too."""

    def __init__(self, traps: dict[str, Template]) -> None:
        super().__init__(traps)
        self.made: dict[str, Template] = traps.made if isinstance(traps, Shelf) else {}

    def __contains__(self, name: object) -> bool:
        base, mark, number = str(name).partition(MARK)
        return super().__contains__(base) and (not mark or _is_number(number))

    def __missing__(self, name: str) -> Template:
        base, _, number = name.partition(MARK)
        if not (_is_number(number) and super().__contains__(base)):
            raise KeyError(name)
        if name not in self.made:
            self.made[name] = variant(self[base], int(number))
        return self.made[name]


def _is_number(text: str) -> bool:
    return text.isdecimal() and text.isascii() and not text.startswith("0")
