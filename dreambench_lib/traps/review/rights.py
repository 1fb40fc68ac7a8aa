"""Which claims the human audit allows: coverage, and constructs whose rows are withheld."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..template import Template
from .merge import Merged

SHARE = (3, 10)
"""At least this part of a construct's traps must be deep-audited (the paper asks 30 %)."""


class Coverage(NamedTuple):
    """How much of a construct people have audited."""

    construct: str
    traps: int
    labelled: int
    """Traps with at least one label by a person."""
    deep: int
    """Traps that somebody read in full."""
    unresolved: int
    withheld: str
    """Why no claim about this construct may be made; empty where one may."""


def coverage(merged: Merged, traps: Iterable[Template]) -> list[Coverage]:
    """One line per construct, in the order of the traps."""
    every = list(traps)
    unsettled = {row.trap_id for row in merged.unresolved(every)}
    out = []
    for construct in dict.fromkeys(trap.construct_id for trap in every):
        mine = [trap.id for trap in every if trap.construct_id == construct]
        labelled = sum(bool(merged.of("construct", name)) for name in mine)
        deep = sum("yes" in merged.of("deep", name) for name in mine)
        settle = sum(name in unsettled for name in mine)
        why = []
        if deep * SHARE[1] < len(mine) * SHARE[0]:
            why.append(f"{deep} of {len(mine)} traps deep-audited by people")
        if settle:
            why.append(f"{settle} unresolved")
        out.append(Coverage(construct, len(mine), labelled, deep, settle, ", ".join(why)))
    return out


def withheld(merged: Merged, traps: Iterable[Template]) -> dict[str, str]:
    """Construct to the reason why the analysis makes no claim about it."""
    return {row.construct: row.withheld for row in coverage(merged, traps) if row.withheld}
