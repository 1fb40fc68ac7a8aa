"""The rows that hygiene looks at: the scored session of the cells that are outcomes."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import pandas as pd

from dreambench_lib.errors import BadInput
from dreambench_lib.stats import BLOCKS

NEEDED = frozenset({"current", "support"})
"""Statuses of facts that the scored session needs."""
CELL = ["condition", "agent", "trap_id", "seed"]


class Tables(Protocol):
    """What a run's tables are read from; `report.load` gives one."""

    @property
    def cells(self) -> pd.DataFrame: ...
    @property
    def recalls(self) -> pd.DataFrame: ...
    @property
    def checks(self) -> pd.DataFrame: ...
    @property
    def traps(self) -> pd.DataFrame: ...


class Scored(NamedTuple):
    """One agent's scored sessions, each row with its trap's `construct` and `block`."""

    agent: str
    cells: pd.DataFrame
    recalls: pd.DataFrame
    """Also `statuses` and `needed_facts` of what an item brings, and `grounded`: has a source."""
    checks: pd.DataFrame
    excluded: pd.DataFrame
    """Cells that are no outcomes, with the party that failed."""


def scored(tables: Tables, agent: str | None = None) -> Scored:
    """The scored sessions of one agent; which one must be said where a run has several."""
    agents = sorted(tables.cells["agent"].unique())
    if agent is None and len(agents) == 1:
        agent = agents[0]
    if agent not in agents:
        raise BadInput(f"hygiene is per agent: name one of {', '.join(agents) or 'none'}")
    if tables.recalls.empty and tables.checks.empty:
        raise BadInput("this run has neither recalls nor checks: hygiene was not published for it")
    construct = dict(zip(tables.traps["trap_id"], tables.traps["construct"], strict=True))
    block = {code: name for name, codes in BLOCKS.items() for code in codes}

    def mine(frame: pd.DataFrame) -> pd.DataFrame:
        frame = frame[frame["agent"] == agent].copy()
        frame["construct"] = frame["trap_id"].map(construct)
        if frame["construct"].isna().any():
            lost = frame.loc[frame["construct"].isna(), "trap_id"].iloc[0]
            raise BadInput(f"traps.csv lacks trap {lost!r}: export the run again")
        frame["block"] = frame["construct"].map(block)
        return frame

    cells = mine(tables.cells)
    failed = cells["failed_party"].fillna("").isin(["infra", "referee"])
    keys = cells.loc[~failed, CELL]
    recalls = _last(mine(tables.recalls)).merge(keys, on=CELL)
    recalls["statuses"] = recalls["facts"].fillna("").map(_statuses)
    recalls["needed_facts"] = recalls["facts"].fillna("").map(_needed)
    recalls["grounded"] = recalls["sources"].fillna("") != ""
    return Scored(
        agent=str(agent),
        cells=cells[~failed].reset_index(drop=True),
        recalls=recalls,
        checks=_last(mine(tables.checks)).merge(keys, on=CELL),
        excluded=cells.loc[failed, [*CELL, "failed_party"]].reset_index(drop=True),
    )


def _last(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of each cell's last session."""
    last = frame.groupby(CELL)["session"].transform("max")
    return frame[frame["session"] == last]


def _statuses(facts: str) -> frozenset[str]:
    """Statuses in a cell of the `facts` column.

    >>> sorted(_statuses("line.new:current|line.old@2:superseded"))
    ['current', 'superseded']
    """
    return frozenset(fact.rpartition(":")[2] for fact in facts.split("|") if fact)


def _needed(facts: str) -> int:
    return sum(fact.rpartition(":")[2] in NEEDED for fact in facts.split("|"))
