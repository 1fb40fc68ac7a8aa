"""Tokens per party, and what a success of the scored session cost."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import pandas as pd

from dreambench_lib.report.columns import rows
from dreambench_lib.report.costs.source import KEY, NOTHING, PARTIES, Costs, money
from dreambench_lib.report.tables import Table, table
from dreambench_lib.report.words import BLOCKS, NOT_PUBLISHED
from dreambench_lib.stats.intervals import Interval, clopper_pearson

UNDEFINED, UNBOUNDED, NO_PRICE = "not defined", "unbounded", "no price"


class Success(NamedTuple):
    """A condition under an agent in one block: what its cells cost, and each that passed."""

    condition: str
    agent: str
    block: str
    cells: int
    passed: int
    tokens: int | None
    """None: not published."""
    money: Fraction | None
    """None where a model has no price (or not published)."""
    rate: Interval
    """Exact (Clopper-Pearson) ends of the pass rate."""

    def each(self, total: Fraction | int | None) -> float | None:
        """`total` per success; None where nothing succeeded, or nothing is known."""
        return None if total is None or not self.passed else float(total) / self.passed

    def ends(self, total: Fraction | int | None) -> tuple[float, float | None] | None:
        """From the rate's ends, the mean of a cell taken as it is; no upper end at a rate of 0."""
        if total is None:
            return None
        low, high = self.rate
        mean = float(total) / self.cells
        return mean / high, (mean / low if low else None)


def party_table(costs: Costs) -> pd.DataFrame:
    """Conditions and agents down; calls, tokens and money of each party that was asked.

    Where no model was called one row a party says 0; the published fold says nothing of any.
    """
    columns = ("calls", "tokens in", "tokens out")
    if costs.frames.published or not costs.calls:
        blank = dict.fromkeys(columns, NOT_PUBLISHED if costs.frames.published else 0)
        return pd.DataFrame([{"party": name, **blank} for name in PARTIES.values()])
    asked = [name for name in PARTIES if name in set(costs.usage["party"])]
    found = []
    for condition, agent in _pairs(costs):
        mine = costs.usage
        mine = mine[(mine["condition"] == condition) & (mine["agent"] == agent)]
        for party in asked:
            part = mine[mine["party"] == party]
            found.append(
                {
                    "condition": condition,
                    "agent": agent,
                    "party": PARTIES[party],
                    "model": ", ".join(sorted(set(map(str, part["model"])) - {""})) or "–",
                    **{
                        name: int(part[source].sum())
                        for name, source in zip(
                            columns, ("calls", "input_tokens", "output_tokens"), strict=True
                        )
                    },
                    "money": _amount(money(list(part["money"]))),
                }
            )
    return pd.DataFrame(found)


def successes(costs: Costs, level: float = 0.95) -> list[Success]:
    """Each condition under each agent, block by block; cells without an outcome are in none of it.

    Cost and successes are of the same cells: all sessions of each, since none is scored alone.
    """
    cells = costs.frames.outcomes
    used: dict[tuple[object, ...], list[dict[str, Any]]] = {}
    for row in rows(costs.usage):
        used.setdefault(tuple(row[name] for name in KEY), []).append(row)
    found = []
    for condition, agent in _pairs(costs):
        mine = cells[(cells["condition"] == condition) & (cells["agent"] == agent)]
        for block in BLOCKS:
            part = mine[mine["block"] == block]
            if part.empty:
                continue
            spent = [
                one for cell in rows(part) for one in used.get(tuple(cell[k] for k in KEY), ())
            ]
            tokens = sum(int(one["input_tokens"]) + int(one["output_tokens"]) for one in spent)
            passed = int(part["passed"].astype(int).sum())
            silent = costs.frames.published
            found.append(
                Success(
                    condition, agent, block, len(part), passed,
                    None if silent else tokens,
                    None if silent else money([one["money"] for one in spent]),
                    clopper_pearson(passed, len(part), level),
                )
            )  # fmt: skip
    return found


def success_table(costs: Costs, level: float = 0.95) -> Table:
    """One row a condition, agent and block; ``not defined`` where nothing succeeded.

    Where no model was called, the rows are counted and not shown: all would say so.
    """
    unit = costs.prices.currency
    if not costs.calls and not costs.frames.published:
        return table(_unpaid(costs), f"{costs.origin} · {NOTHING}")
    found = []
    for one in successes(costs, level):
        line: dict[str, object] = {
            "condition": one.condition, "agent": one.agent, "block": one.block,
            "passed": f"{one.passed}/{one.cells}",
        }  # fmt: skip
        line["tokens a success"] = _told(costs, one, one.tokens, ",.0f")
        line[f"{unit} a success"] = _told(costs, one, one.money, ".4f")
        found.append(line)
    caption = (
        f"{costs.origin} · {level:.0%} interval in brackets: exact for the pass rate, cells taken "
        "as independent (seeds of one trap are not), the mean cost of a cell taken as it is"
    )
    return table(pd.DataFrame(found), caption)


def _unpaid(costs: Costs) -> pd.DataFrame:
    """How many rows there would be of each agent and block, and how many with a success."""
    every = pd.DataFrame([one._asdict() for one in successes(costs)])
    every["some"] = every["passed"] > 0
    found = every.groupby(["agent", "block"], sort=False)["some"].agg(["count", "sum"])
    found = found.reset_index()
    names = {"count": "conditions", "sum": "with a success to divide by"}
    return found.rename(columns=names).assign(**{"cost of a success": NOTHING})


def cost_records(costs: Costs, level: float = 0.95) -> dict[str, object]:
    """What a notebook records of it."""
    found: dict[str, object] = {"calls": costs.calls, "tokens": costs.tokens}
    for one in successes(costs, level) if costs.calls else ():
        name = f"{one.condition}/{one.agent}/{one.block}"
        found[f"{name}/tokens a success"] = one.each(one.tokens) if one.passed else UNDEFINED
    return found


def _told(costs: Costs, one: Success, total: Fraction | int | None, form: str) -> str:
    if costs.frames.published:
        return NOT_PUBLISHED
    if not costs.calls:
        return NOTHING
    ends, each = one.ends(total), one.each(total)
    if ends is None:
        return NO_PRICE
    low, high = format(ends[0], form), UNBOUNDED if ends[1] is None else format(ends[1], form)
    return f"{UNDEFINED if each is None else format(each, form)} [{low}, {high}]"


def _amount(total: Fraction | None) -> str:
    return NO_PRICE if total is None else f"{float(total):.4f}"


def _pairs(costs: Costs) -> list[tuple[str, str]]:
    frames = costs.frames
    there = set(zip(frames.cells["condition"], frames.cells["agent"], strict=True))
    return [(c, a) for c in frames.conditions for a in frames.agents if (c, a) in there]
