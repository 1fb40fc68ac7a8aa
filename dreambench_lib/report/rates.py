"""Pass rates as tables: the counts, and exact cluster-bootstrap intervals around them."""

from __future__ import annotations

import pandas as pd

from dreambench_lib.report.columns import rows
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.tables import Table, table
from dreambench_lib.report.words import BLOCKS, NOT_PUBLISHED, ranked
from dreambench_lib.stats.bootstrap import cluster_bootstrap


def pass_rates(frames: Frames, level: float = 0.95) -> pd.DataFrame:
    """Condition by block: passed, cells, rate, interval with traps as clusters.

    Own runs get two rows a condition and agent, one a block; only the published fold has a third,
    the total that was published.

    Columns: condition, agent, block, ranked, passed, cells, traps, rate, low, high, shown. Rate
    and interval lie in 0–1; `ranked` is false for a ceiling or control; `shown` counts the items
    shown in the scored sessions, None where that was not published.
    """
    found = [
        {
            "condition": condition,
            "agent": agent,
            "block": block,
            "ranked": ranked(condition),
            **_interval(part, level),
        }
        for agent in frames.agents
        for condition in frames.conditions
        for block, part in _blocks(frames, condition, agent)
    ]
    return pd.DataFrame(found).astype({"shown": "object"})


def construct_rates(frames: Frames) -> pd.DataFrame:
    """Condition by construct: passed and cells; a row of cells that is empty is left out.

    Columns: agent, condition, block, construct, passed, cells, rate.
    """
    keys = ["agent", "condition", "block", "construct"]
    tally = frames.outcomes.groupby(keys, sort=False)["passed"].agg(passed="sum", cells="count")
    table = tally.reset_index()
    table["rate"] = (table["passed"] / table["cells"]).astype(float)
    places = {name: place for place, name in enumerate(frames.conditions)}
    names = {name: place for place, name in enumerate(frames.constructs)}
    order = table.assign(c=table["condition"].map(places), k=table["construct"].map(names))
    return table.loc[order.sort_values(["agent", "c", "k"]).index].reset_index(drop=True)


def rates_table(rates: pd.DataFrame) -> Table:
    """One row a condition and agent: counts of each block with the interval of their rate.

    What was shown stands beside every score: a row that showed nothing says nothing of memory.
    """
    keys = ["condition", "agent"] if rates["agent"].nunique() > 1 else ["condition"]
    found: dict[tuple[str, ...], dict[str, str]] = {}
    items: dict[tuple[str, ...], int] = {}
    for row in rows(rates):
        key = tuple(row[name] for name in keys)
        line = found.setdefault(key, dict(zip(keys, key, strict=True)))
        line[row["block"]] = f"{row['passed']}/{row['cells']}"
        line[f"rate, {row['block']}"] = f"{row['rate']:.2f} [{row['low']:.2f}, {row['high']:.2f}]"
        if row["block"] in BLOCKS:
            items[key] = items.get(key, 0) + (row["shown"] or 0)
    known = all(row["shown"] is not None for row in rows(rates))
    for key, line in found.items():
        line["items shown"] = f"{items[key]:,}" if known else NOT_PUBLISHED
    idle = [" ".join(key) for key in found if known and not items[key]]
    caption = f"Nothing was ever shown: {', '.join(idle)}." if idle else ""
    return table(pd.DataFrame(list(found.values())), caption)


def _blocks(frames: Frames, condition: str, agent: str) -> list[tuple[str, pd.DataFrame]]:
    cells = frames.outcomes
    mine = cells[(cells["condition"] == condition) & (cells["agent"] == agent)]
    parts = [(str(block), mine[mine["block"] == block]) for block in BLOCKS]
    if frames.published:
        parts.append(("all", mine))
    return [(block, part) for block, part in parts if len(part)]


def _interval(part: pd.DataFrame, level: float) -> dict[str, object]:
    traps = part.groupby("trap_id")["passed"].agg(["sum", "count"])
    scores, sizes = (list(map(int, traps[name])) for name in ("sum", "count"))
    interval = cluster_bootstrap(scores, sizes, level)
    return {
        "passed": sum(scores),
        "cells": sum(sizes),
        "traps": len(traps),
        "rate": float(interval.estimate),
        "low": float(interval.low),
        "high": float(interval.high),
        "shown": int(part["shown"].sum()) if part["shown"].notna().all() else None,
    }
