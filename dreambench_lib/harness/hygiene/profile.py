"""The profile: every metric of every condition, per block, as one table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pandas as pd

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.harness.hygiene.metrics import METRICS
from dreambench_lib.harness.hygiene.rates import Rate
from dreambench_lib.harness.hygiene.scored import Tables, scored
from dreambench_lib.records import Budget
from dreambench_lib.stats import BLOCKS


class Profile(NamedTuple):
    """One agent's hygiene over one block of constructs."""

    agent: str
    block: str
    rates: Mapping[str, Mapping[str, Rate]]
    """By condition, then by metric, in the order of `METRICS`."""
    silent: tuple[str, ...]
    """Conditions that listed nothing in any cell: flagged in every table (RULES 7)."""
    excluded: int
    """Cells that are no outcomes."""

    def table(self) -> pd.DataFrame:
        """One row per condition and metric, with both counts; undefined shares are missing."""
        words = {metric.name: metric for metric in METRICS}
        rows = [
            {
                "condition": condition,
                "metric": name,
                "share": None if rate.value is None else float(rate.value),
                "numerator": rate.numerator,
                "denominator": rate.denominator,
                "counted": words[name].counted,
                "out_of": words[name].out_of,
                "better": words[name].better,
                "lists_nothing": condition in self.silent,
            }
            for condition, rates in self.rates.items()
            for name, rate in rates.items()
        ]
        return pd.DataFrame(rows).astype({"share": "Float64"})

    def wide(self) -> pd.DataFrame:
        """Conditions down, metrics across; undefined shares are missing."""
        return pd.DataFrame(
            {
                condition: {
                    name: None if rate.value is None else float(rate.value)
                    for name, rate in rates.items()
                }
                for condition, rates in self.rates.items()
            },
            index=[metric.name for metric in METRICS],
        ).T.astype("Float64")


def hygiene(tables: Tables, block: str, budget: Budget, agent: str | None = None) -> Profile:
    """Every metric of every condition.

    Args:
        tables: A run's tables (`report.load`).
        block: ``needs`` (C1–C8) or ``hurts`` (C9, C10): never both at once (RULES 20).
        budget: The run's budget, for the shares of it that were used.
        agent: Needed where the run has several.
    """
    if block not in BLOCKS:
        raise unknown("block", block, BLOCKS)
    rows = scored(tables, agent)
    chosen = rows._replace(
        cells=_of(rows.cells, block),
        recalls=_of(rows.recalls, block),
        checks=_of(rows.checks, block),
    )
    if chosen.cells.empty:
        raise BadInput(f"no outcome of {rows.agent} lies in block {block}: nothing to profile")
    conditions = list(dict.fromkeys(chosen.cells["condition"]))
    rates: dict[str, dict[str, Rate]] = {condition: {} for condition in conditions}
    for metric in METRICS:
        above, below = (
            _by_condition(count(chosen, budget)) for count in (metric.numerator, metric.denominator)
        )
        for condition in conditions:
            hits, sizes = above.get(condition, {}), below.get(condition, {})
            rates[condition][metric.name] = Rate(
                {trap: (hits.get(trap, 0), size) for trap, size in sizes.items() if size}
            )
    listed = set(chosen.recalls["condition"])
    return Profile(
        agent=rows.agent,
        block=block,
        rates=rates,
        silent=tuple(name for name in conditions if name not in listed),
        excluded=len(rows.excluded),
    )


def _of(frame: pd.DataFrame, block: str) -> pd.DataFrame:
    return frame[frame["block"] == block].reset_index(drop=True)


def _by_condition(counts: pd.Series[int]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for condition, trap in counts.index:
        found.setdefault(str(condition), {})[str(trap)] = int(counts[condition, trap])
    return found
