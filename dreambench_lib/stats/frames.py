"""Reading outcomes out of a data frame of cells, with one sentence for whatever is wrong."""

from __future__ import annotations

import pandas as pd

from dreambench_lib.errors import unknown
from dreambench_lib.stats.inputs import StatsInputError

CELL_COLUMNS = ("condition", "agent", "trap_id", "seed", "passed")


def require_columns(cells: pd.DataFrame, columns: tuple[str, ...] = CELL_COLUMNS) -> None:
    """Refuses a frame without these columns.

    >>> require_columns(pd.DataFrame({"seed": [1]}), ("seed",))
    """
    absent = [name for name in columns if name not in cells.columns]
    if absent:
        raise StatsInputError(
            f"the frame of cells has no column {', '.join(absent)}: it needs {', '.join(columns)}"
        )


def one_agent(cells: pd.DataFrame, agent: str | None = None) -> pd.DataFrame:
    """The cells of one agent; without a name there must be only one in the frame."""
    require_columns(cells)
    agents = sorted(map(str, cells["agent"].unique()))
    if agent is None:
        if len(agents) > 1:
            raise StatsInputError(
                f"the cells come from {len(agents)} agents ({', '.join(agents)}): name one, "
                "outcomes of different agents are never pooled"
            )
        return cells
    if agent not in agents:
        raise StatsInputError(str(unknown("agent", agent, agents)))
    return cells[cells["agent"] == agent]


def outcomes(cells: pd.DataFrame, condition: str) -> dict[tuple[str, int], int]:
    """(trap, seed) -> passed for one condition of one agent's cells.

    Complexity: one pass over the rows.

    >>> row = {"condition": "B0", "agent": "a", "trap_id": "t", "seed": 1, "passed": 0}
    >>> outcomes(pd.DataFrame([row]), "B0")
    {('t', 1): 0}
    """
    rows = cells[cells["condition"] == condition]
    if rows.empty:
        raise StatsInputError(
            str(unknown("condition", condition, sorted(map(str, cells["condition"].unique()))))
        )
    keys = list(zip(rows["trap_id"].tolist(), rows["seed"].tolist(), strict=True))
    found = dict(zip(keys, rows["passed"].tolist(), strict=True))
    if len(found) < len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise StatsInputError(
            f"condition {condition!r} has trap {twice[0]!r}, seed {twice[1]} more than once: "
            "keep the attempt that counts"
        )
    return found


def trap_constructs(cells: pd.DataFrame) -> dict[str, str]:
    """Trap -> construct, from the frame's own column.

    Complexity: one pass over the rows.

    >>> trap_constructs(pd.DataFrame({"trap_id": ["t", "t"], "construct": ["C1", "C1"]}))
    {'t': 'C1'}
    """
    require_columns(cells, ("trap_id", "construct"))
    pairs = cells[["trap_id", "construct"]].drop_duplicates()
    if pairs["construct"].isna().any():
        trap = pairs.loc[pairs["construct"].isna(), "trap_id"].iloc[0]
        raise StatsInputError(f"trap {trap!r} has no construct: add it to the construct column")
    if pairs["trap_id"].duplicated().any():
        trap = pairs.loc[pairs["trap_id"].duplicated(), "trap_id"].iloc[0]
        raise StatsInputError(f"trap {trap!r} has two constructs: give every trap exactly one")
    return dict(zip(pairs["trap_id"].tolist(), pairs["construct"].tolist(), strict=True))


def attach_traps(cells: pd.DataFrame, traps: pd.DataFrame) -> pd.DataFrame:
    """The cells with the traps' columns (construct, origin, ...) beside them.

    Complexity: one join.

    >>> cells = pd.DataFrame({"trap_id": ["t"], "passed": [1]})
    >>> traps = pd.DataFrame({"trap_id": ["t"], "construct": ["C1"]})
    >>> list(attach_traps(cells, traps).columns)
    ['trap_id', 'passed', 'construct']
    """
    require_columns(cells, ("trap_id",))
    require_columns(traps, ("trap_id",))
    strangers = sorted(set(cells["trap_id"]) - set(traps["trap_id"]))
    if strangers:
        raise StatsInputError(
            f"trap {strangers[0]!r} has cells but no row in the table of traps: add the row"
        )
    fresh = ["trap_id", *(name for name in traps.columns if name not in cells.columns)]
    return cells.merge(traps[fresh], on="trap_id", how="left", validate="many_to_one")
