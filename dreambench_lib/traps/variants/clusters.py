"""Variants as what they are for a claim about traps: further looks at the same cluster."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .names import MARK, base_id


def by_base(cells: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows of ``cells.csv`` with variants counted as further seeds of their base trap.

    Seed `s` of variant `v` becomes seed ``v · (highest seed + 1) + s``, so that no two meet and
    the statistics, which cluster by ``trap_id``, cluster by the base trap.

    >>> by_base([{"trap_id": "C1-a", "seed": 1}, {"trap_id": "C1-a~2", "seed": 1}])
    [{'trap_id': 'C1-a', 'seed': 1}, {'trap_id': 'C1-a', 'seed': 5}]
    """
    rows = [dict(row) for row in cells]
    step = max((int(row["seed"]) for row in rows), default=0) + 1
    for row in rows:
        _, _, number = str(row["trap_id"]).partition(MARK)
        row["seed"] = int(number or 0) * step + int(row["seed"])
        row["trap_id"] = base_id(str(row["trap_id"]))
    return rows
