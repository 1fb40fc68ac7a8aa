"""Counts over cells: per condition, per construct, per subset, and the stratum rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from dreambench_lib.stats.bootstrap import cluster_bootstrap
from dreambench_lib.stats.frames import one_agent, require_columns
from dreambench_lib.stats.inputs import StatsInputError


def pass_counts(
    cells: pd.DataFrame, by: Sequence[str] = ("condition",), agent: str | None = None
) -> pd.DataFrame:
    """Passes, cells and rate per group; numerator and denominator are the same rows.

    Complexity: one grouping of the rows.

    >>> rows = [("X", "a", "t", 1, 1), ("X", "a", "t", 2, 0)]
    >>> names = ["condition", "agent", "trap_id", "seed", "passed"]
    >>> pass_counts(pd.DataFrame(rows, columns=names)).loc["X"].tolist()
    [1.0, 2.0, 0.5]
    """
    rows = one_agent(cells, agent)
    require_columns(rows, tuple(by))
    if not rows["passed"].isin([0, 1]).all():
        raise StatsInputError("column passed has values that are not 0 or 1: give outcomes only")
    groups = rows.assign(passed=rows["passed"].astype(int)).groupby(list(by), sort=True)["passed"]
    counts = pd.DataFrame({"passed": groups.sum(), "cells": groups.count()})
    return counts.assign(rate=counts["passed"] / counts["cells"])


def condition_table(
    cells: pd.DataFrame, agent: str | None = None, level: Any = 0.95
) -> pd.DataFrame:
    """Pass counts per condition with the exact cluster-bootstrap interval of the rate.

    Assumption and source: `cluster_bootstrap`. Complexity: one of those a condition.

    >>> names = ["condition", "agent", "trap_id", "seed", "passed"]
    >>> rows = [("X", "a", f"t{t}", 1, int(t > 1)) for t in range(4)]
    >>> condition_table(pd.DataFrame(rows, columns=names)).loc["X"].tolist()
    [2.0, 4.0, 0.5, 0.0, 1.0]
    """
    counts = pass_counts(cells, agent=agent)
    by_trap = pass_counts(cells, ("condition", "trap_id"), agent=agent)
    ends = {
        condition: cluster_bootstrap(traps["passed"].tolist(), traps["cells"].tolist(), level)
        for condition, traps in by_trap.groupby(level="condition")
    }
    return counts.assign(
        low=[float(ends[condition].low) for condition in counts.index],
        high=[float(ends[condition].high) for condition in counts.index],
    )


def construct_table(cells: pd.DataFrame, agent: str | None = None) -> pd.DataFrame:
    """Passes per construct (rows) and condition (columns); `cells` is the size of one entry.

    Refuses a frame where conditions have different cells, since then one denominator would lie.
    Complexity: one grouping of the rows.

    >>> names = ["condition", "agent", "trap_id", "seed", "passed", "construct"]
    >>> rows = [("X", "a", "t", 1, 1, "C2"), ("X", "a", "u", 1, 0, "C10")]
    >>> construct_table(pd.DataFrame(rows, columns=names)).to_dict("index")
    {'C2': {'cells': 1, 'X': 1}, 'C10': {'cells': 1, 'X': 0}}
    """
    counts = pass_counts(cells, ("construct", "condition"), agent=agent)
    sizes = counts["cells"].unstack("condition")
    if sizes.isna().to_numpy().any() or (sizes.nunique(axis=1) > 1).any():
        raise StatsInputError(
            "the conditions do not have the same cells in every construct: "
            "use pass_counts(by=['construct', 'condition']), which shows each denominator"
        )
    table = counts["passed"].unstack("condition").astype(int)
    table.insert(0, "cells", sizes.iloc[:, 0].astype(int))
    return table.loc[sorted(table.index, key=_natural)]


def split_clean_start(cells: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The cells of traps whose scored session starts clean, and all others.

    A blank in the column `clean_start` (traps that predate the flag) counts as "no".
    Complexity: one pass over the rows.

    >>> cells = pd.DataFrame({"trap_id": ["s", "t", "u"], "clean_start": [1, 0, None]})
    >>> [part["trap_id"].tolist() for part in split_clean_start(cells)]
    [['s'], ['t', 'u']]
    """
    require_columns(cells, ("clean_start",))
    clean = cells["clean_start"].fillna(0).astype(int).astype(bool)
    return cells[clean], cells[~clean]


def stratum_rule(
    cells: pd.DataFrame,
    baselines: Sequence[str],
    *,
    no_memory: str = "B0",
    reach: float = 0.15,
    headroom: float = 0.50,
    agent: str | None = None,
) -> pd.DataFrame:
    """Which constructs discriminate between baselines (descriptive; no test, no probe condition).

    A construct passes if no baseline is missing, the best baseline reaches `reach`, not all have
    the same rate, and the condition without memory stays at or below `headroom`.
    Source: arXiv:2608.20664, section 5 (there over the traps new in v2: filter the cells first).

    Complexity: one grouping of the rows.

    Returns:
        One row per construct: max_rate, best, spread, no_memory, headroom, passes.

    >>> names = ["condition", "agent", "trap_id", "seed", "passed", "construct"]
    >>> rows = [(c, "a", "t", 1, int(c == "B5"), "C1") for c in ("B0", "B5")]
    >>> bool(stratum_rule(pd.DataFrame(rows, columns=names), ["B0", "B5"]).loc["C1", "passes"])
    True
    """
    rates = pass_counts(cells, ("construct", "condition"), agent=agent)["rate"].unstack("condition")
    rates = rates.reindex(columns=list(baselines))
    if no_memory not in rates.columns:
        raise StatsInputError(f"the baselines lack {no_memory!r}, whose headroom the rule needs")
    best, spread = rates.max(axis=1), rates.max(axis=1) - rates.min(axis=1)
    room = rates[no_memory] <= headroom
    table = pd.DataFrame(
        {
            "max_rate": best,
            "best": ["=".join(row.index[row == row.max()]) for _, row in rates.iterrows()],
            "spread": spread,
            "no_memory": rates[no_memory],
            "headroom": room,
            "passes": rates.notna().all(axis=1) & (best >= reach) & (spread > 0) & room,
        }
    )
    return table.loc[sorted(table.index, key=_natural)]


def _natural(construct: object) -> tuple[int, str]:
    digits = "".join(filter(str.isdigit, str(construct)))
    return int(digits or 0), str(construct)
