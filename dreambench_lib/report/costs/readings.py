"""What the costs say, in sentences; where there are none, what the tables would show."""

from __future__ import annotations

from pathlib import Path

from dreambench_lib.report.about import excluded, tried
from dreambench_lib.report.costs.source import NOTHING, PARTIES, Costs, money
from dreambench_lib.report.costs.tables import successes
from dreambench_lib.report.places import shown
from dreambench_lib.report.prose import Prose, say
from dreambench_lib.report.words import count


def read_parties(costs: Costs) -> Prose:
    """Who was asked, how much; or that nobody was."""
    if costs.frames.published:
        return say(
            "The published fold has outcomes only: tokens of single cells are not published."
        )
    if not costs.calls:
        cells = costs.frames.cells
        return say(
            f"In {count(len(cells), 'cell')} {NOTHING}: every count is 0 because it is, not "
            "because it was not looked at. With a model, each condition has a row for every party "
            "that was asked, with its tokens as the provider reported them."
        )
    parts = []
    for party, name in PARTIES.items():
        mine = costs.usage[costs.usage["party"] == party]
        if len(mine):
            asked, told = int(mine["calls"].sum()), money(list(mine["money"]))
            tokens = int(mine["input_tokens"].sum() + mine["output_tokens"].sum())
            cost = "no price" if told is None else f"{float(told):.4f} {costs.prices.currency}"
            parts.append(f"{name}: {count(asked, 'call')}, {count(tokens, 'token')}, {cost}.")
    unpriced = costs.unpriced
    return say(
        *parts,
        f"No price is known for {', '.join(unpriced)}; its tokens are counted, its money is not."
        if unpriced
        else f"Money is by {costs.prices_from}.",
    )


def read_successes(costs: Costs) -> Prose:
    """How many rows have a cost a success, and why the others have none."""
    rows = successes(costs)
    none = [one for one in rows if not one.passed]
    if costs.frames.published:
        return say("No cost per cell is published, so none can be set against a cell's success.")
    if not costs.calls:
        return say(
            f"Nothing was paid, so nothing is divided: {count(len(rows), 'row')} would have the "
            f"cost of their cells over their successes, {len(none)} of them with no success to "
            "divide by (*not defined*)."
        )
    return say(
        f"{len(rows) - len(none)} of {count(len(rows), 'row')} have a success to divide by;",
        f"{len(none) or 'none'} have none, and a cost per success that is *not defined*: only its "
        "lower end is known.",
    )


def read_attempts(costs: Costs) -> Prose:
    """What was left out, what was tried again, and which attempt counts."""
    left = excluded(costs.frames)
    out = (
        f"{_none(sum(left.values()))} ({', '.join(f'{party} {n}' for party, n in left.items())})."
        if left
        else "No cell is left out."
    )
    if costs.frames.published:
        return say(out, "How often a session was tried is not published.")
    plan = costs.frames.manifest.get("plan") or {}
    rule = plan.get("attempts")
    counts = (
        f"The plan says which attempt of a cell counts: its {rule}."
        if rule
        else "No model was asked, so that every attempt at a cell would give the same record."
    )
    if not costs.events:
        return say(out, counts, "The log of attempts does not lie beside this run.")
    told = ", ".join(f"{name} {number}" for name, number in tried(costs.events).items())
    return say(out, counts, f"By the log of attempts: {told}.")


def read_purse(costs: Costs) -> Prose:
    """What was paid beyond what the records hold."""
    if costs.purse is None:
        return say("No purse lies beside this source: nothing was paid, or it was not told.")
    beyond = costs.purse.tokens - costs.tokens
    if beyond < 0:
        return say(
            f"The purse holds {costs.purse.tokens:,} tokens and the records {costs.tokens:,}: "
            "cells were taken over from a pilot, which paid for them."
        )
    return say(
        f"The purse holds {costs.purse.tokens:,} tokens, the records {costs.tokens:,}.",
        f"The other {beyond:,} went to attempts that left no record, or are estimates of what no "
        "provider reported."
        if beyond
        else "Nothing was paid for that left no record.",
    )


def read_time(costs: Costs) -> Prose:
    """Where wall time stands: nowhere in sealed bytes."""
    if costs.frames.published:
        return say("No time of a single cell is published.")
    folder = costs.frames.folder
    place = shown(folder / "attempts.jsonl") if folder else "attempts.jsonl"
    there = folder is not None and Path(folder / "attempts.jsonl").is_file()
    return say(
        "Sealed bytes hold no time, or no two runs would agree.",
        f"When each start began and ended stands in {place}, beside the run and unsealed"
        + (f" ({count(len(costs.events), 'line')})." if there else "; it was not kept here."),
        "It is the time of one machine with so many processes, and no property of a memory.",
    )


def _none(cells: int) -> str:
    return "1 cell is no outcome" if cells == 1 else f"{count(cells, 'cell')} are no outcomes"
