"""Variants as what they are for a claim about traps: further looks at the same cluster."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .names import MARK, base_id

NOTE = (
    "Variants share their trap's story, notes, checks and mechanism; only code names and secrets "
    "differ. A claim about traps in general therefore counts them as further seeds of their trap. "
    "They may be clusters of their own where the claim is about code names within these very "
    "traps, or where the correlation of paired differences within a trap was estimated on this "
    "comparison and all but negligible values are excluded: then say so beside the p-value."
)
"""When variants may be treated as separate clusters and when not: stands beside every p."""


def by_base(cells: Iterable[Mapping[str, Any]], step: int | None = None) -> list[dict[str, Any]]:
    """Rows of ``cells.csv`` with variants counted as further seeds of their base trap.

    Seed `s` of variant `v` becomes seed ``v · step + s``, so that no two meet and the statistics,
    which cluster by ``trap_id``, cluster by the base trap.

    Args:
        cells: Rows with ``trap_id`` and ``seed``; other columns are kept.
        step: More than the highest seed of the run; by default one more than the highest in `cells`.

    >>> by_base([{"trap_id": "C1-a", "seed": 1}, {"trap_id": "C1-a~2", "seed": 1}])
    [{'trap_id': 'C1-a', 'seed': 1}, {'trap_id': 'C1-a', 'seed': 5}]
    """
    rows = [dict(row) for row in cells]
    step = step or max((int(row["seed"]) for row in rows), default=0) + 1
    for row in rows:
        _, _, number = str(row["trap_id"]).partition(MARK)
        row["seed"] = int(number or 0) * step + int(row["seed"])
        row["trap_id"] = base_id(str(row["trap_id"]))
    return rows
