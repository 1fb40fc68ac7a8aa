"""Where traps stand on a horizontal axis: by construct, with gaps that show the grouping."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd

from dreambench_lib.report.words import Block


class Group(NamedTuple):
    """The stretch of the axis that a construct's traps take."""

    construct: str
    block: Block
    left: float
    right: float

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


class TrapAxis(NamedTuple):
    """Left edges of unit-wide places, one a trap, and the groups they form."""

    left: dict[str, float]
    groups: list[Group]

    @property
    def width(self) -> float:
        return self.groups[-1].right if self.groups else 0.0


def trap_axis(traps: pd.DataFrame, gap: float = 0.5, block_gap: float = 1.2) -> TrapAxis:
    """Places for traps that are already in construct order."""
    left: dict[str, float] = {}
    groups: list[Group] = []
    at = 0.0
    for construct, members in traps.groupby("construct", sort=False):
        side: Block = members["block"].iloc[0]
        if groups:
            at += block_gap if side != groups[-1].block else gap
        start = at
        for trap in members["trap_id"]:
            left[trap] = at
            at += 1
        groups.append(Group(str(construct), side, start, at))
    return TrapAxis(left, groups)


def block_spans(groups: list[Group]) -> dict[Block, tuple[float, float]]:
    """Left and right end of each block on the axis."""
    spans: dict[Block, tuple[float, float]] = {}
    for group in groups:
        left, _ = spans.get(group.block, (group.left, group.right))
        spans[group.block] = (left, group.right)
    return spans
