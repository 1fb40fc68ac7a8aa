"""Leaving out each shown item of a run's cells, one at a time: the effects as frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from dreambench_lib.errors import unknown
from dreambench_lib.harness.causes import Cause, causes
from dreambench_lib.harness.lookup import records_of
from dreambench_lib.harness.plan import Plan
from dreambench_lib.harness.referee import Referee
from dreambench_lib.harness.run import cache_folder
from dreambench_lib.harness.sandboxes import open_sandbox
from dreambench_lib.harness.verdict_cache import VerdictCache
from dreambench_lib.records import CellRecord
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.sources import find
from dreambench_lib.report.words import in_order
from dreambench_lib.traps.keys import parse_key
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import Instance
from dreambench_lib.traps.pressure import minted

REASONS = {
    "passed": "passed",
    "harmed": "failed: passes without one item that was shown",
    "missing": "failed: a needed fact was not shown",
    "unused": "failed: all that is needed was shown, and no one item is to blame",
}
"""What became of a cell, in the order in which it is decided."""

_KEY = ["condition", "agent", "trap_id", "seed"]


class Effects(NamedTuple):
    """Items and cells of one agent under some conditions."""

    frames: Frames
    conditions: list[str]
    items: pd.DataFrame
    """One row a shown item: key, rank, facts, statuses, before, after, effect, checks."""
    cells: pd.DataFrame
    """One row a cell: key, construct, block, passed, reason (a key of `REASONS`)."""


def effects(
    frames: Frames, run: str, conditions: Sequence[str], agent: str, seeds: Sequence[int]
) -> Effects:
    """Replay the last session of every finished cell once for each item it was shown.

    Args:
        frames: The run's, for what was needed and what was shown.
        run: Its name; its records are read, and nothing is written to it.

    Raises:
        BadInput: a condition the run has not, or an agent that is no simulated reader.
    """
    for name in conditions:
        if name not in frames.conditions:
            raise unknown(f"condition in {frames.source}", name, frames.conditions)
    found = list(_causes(find(run), set(conditions), agent, set(seeds)))
    items = pd.DataFrame([_row(cause) for cause in found], columns=_ITEMS)
    cells = frames.outcomes
    mine = cells[
        cells["condition"].isin(conditions) & (cells["agent"] == agent) & cells["seed"].isin(seeds)
    ].copy()
    harmed = set(map(tuple, items[items["effect"] == "harmed"][_KEY].to_numpy().tolist()))
    mine["reason"] = [_reason(row, harmed) for row in mine.to_dict("records")]
    columns = [*_KEY, "construct", "block", "passed", "reason"]
    return Effects(frames, in_order(conditions), items, mine[columns].reset_index(drop=True))


_ITEMS = [*_KEY, "rank", "facts", "statuses", "before", "after", "effect", "checks"]


def _row(cause: Cause) -> dict[str, Any]:
    statuses = sorted({fact.rpartition(":")[2] for fact in cause.facts})
    return {
        **dict(zip(_KEY, cause.key, strict=True)),
        "rank": cause.rank,
        "facts": ", ".join(cause.facts),
        "statuses": ", ".join(statuses) or "no fact of the trap",
        "before": cause.before,
        "after": cause.after,
        "effect": cause.effect,
        "checks": ", ".join(cause.checks),
    }


def _reason(row: dict[Any, Any], harmed: set[tuple[Any, ...]]) -> str:
    if row["passed"]:
        return "passed"
    if tuple(row[name] for name in _KEY) in harmed:
        return "harmed"
    return "missing" if row["needed_shown"] < row["needed"] else "unused"


def _causes(folder: Path, conditions: set[str], agent: str, seeds: set[int]) -> Iterator[Cause]:
    plan, secret, records = records_of(folder)
    chosen = (
        record
        for record in records
        if record.key.condition in conditions
        and record.key.agent == agent
        and record.key.seed in seeds
    )
    cached = VerdictCache(cache_folder())
    with Referee(open_sandbox(plan.sandbox), cached).session() as judge:
        yield from causes(chosen, _mint(plan, secret), judge, plan.budget)


def _mint(plan: Plan, secret: str) -> Any:
    traps, key = load_traps(), parse_key(secret)

    def mint(record: CellRecord) -> Instance:
        return minted(traps[record.key.trap_id], key, record.key.seed, plan.dials)

    return mint
