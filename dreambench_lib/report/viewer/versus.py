"""What a comparison's page shows: squares that differ, wins and losses a block, the exact p.

All tests come from `report.comparing`; here they are only put beside the squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pandas as pd

from dreambench_lib.errors import BadInput, DreamBenchError, unknown
from dreambench_lib.harness.plan import Plan
from dreambench_lib.report import frames as folds
from dreambench_lib.report.comparing import compare_source, comparisons
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.viewer.run import Outcomes, Source
from dreambench_lib.report.viewer.stories import Told
from dreambench_lib.report.words import in_order

BLOCKS = ("needs", "hurts")


def check_conditions(source: Source, first: str, second: str) -> None:
    """Refuses, before anything is read, what `conditions` could not compare.

    Raises:
        BadInput: a condition that the run does not have, the same one twice, or an unfinished run.
    """
    outcomes = source.outcomes
    _sealed(outcomes)
    have = in_order(
        source.plan.conditions if source.plan else (k.condition for k in outcomes.states)
    )
    for name in (first, second):
        if name not in have:
            raise unknown(f"condition in {outcomes.name}", name, have)
    if first == second:
        raise BadInput(f"{first!r} cannot be compared with itself: name two conditions")


def check_runs(source: Source, other: Source) -> None:
    """Refuses, before anything is read, two runs that share no cell.

    Raises:
        BadInput: a run that is not finished or has no records, or nothing in common.
    """
    one, two = source.outcomes, other.outcomes
    cells = []
    for side in (source, other):
        _sealed(side.outcomes)
        if side.plan is None:
            raise BadInput(
                f"{side.outcomes.name} has no records, so nobody knows which instances its cells "
                "met: compare two conditions within it (--conditions)"
            )
        cells.append(set(side.plan.cells()))
    if not cells[0] & cells[1]:
        raise BadInput(
            f"{one.name} and {two.name} share no (condition, agent, trap, seed): there is nothing "
            "to compare"
        )


def conditions(told: Told, first: str, second: str) -> dict[str, Any]:
    """Two conditions of one run, agent by agent."""
    rows = []
    for agent in sorted({key.agent for key in told.source.outcomes.states}):
        sides = [{"condition": name, "agent": agent, "side": 0} for name in (first, second)]
        rows.append({"name": agent, "sides": sides, **_two_conditions(told, first, second, agent)})
    return {"kind": "conditions", "names": [first, second], "rows": rows, "differ": []}


def runs(told: Told, other: Told) -> dict[str, Any]:
    """Two runs, for each condition and agent that both have.

    Raises:
        BadInput: their cells met different instances: they are no pairs.
    """
    one, two = told.source.outcomes, other.source.outcomes
    _paired(told, other)
    frames = [folds.load(side.source.folder, clusters="variant") for side in (told, other)]
    names = [one.name, two.name if two.name != one.name else f"{two.name} (second)"]
    both = {(k.condition, k.agent) for k in one.states.keys() & two.states.keys()}
    rows = []
    for condition in in_order(c for c, _ in both):
        for agent in sorted(a for c, a in both if c == condition):
            sides = [{"condition": condition, "agent": agent, "side": side} for side in (0, 1)]
            found = _two_runs(frames, names, condition, agent)
            rows.append({"name": f"{condition} · {agent}", "sides": sides, **found})
    return {"kind": "runs", "names": names, "rows": rows, "differ": list(_differ(told, other))}


def _sealed(outcomes: Outcomes) -> None:
    if outcomes.state == "unfinished":
        raise BadInput(
            f"{outcomes.name} is not sealed, so its cells are not all there: finish it with "
            "'dreambench run', then compare"
        )


def _paired(told: Told, other: Told) -> None:
    """Refuses runs whose equal names are not equal cells."""
    shared = told.digests.keys() & other.digests.keys()
    differ = sorted(place for place in shared if told.digests[place] != other.digests[place])
    if differ:
        trap, seed = differ[0]
        raise BadInput(
            f"{told.source.outcomes.name} and {other.source.outcomes.name} met different instances "
            f"({len(differ)} of {len(shared)}, the first {trap}, seed {seed}): their cells are no "
            "pairs; run both with one --key"
        )


def _two_conditions(told: Told, first: str, second: str, agent: str) -> dict[str, Any]:
    try:
        found = compare_source(str(told.source.folder), first, second, agent)
    except DreamBenchError as fault:
        return {"refused": str(fault)}
    gates = [f"ordinary sessions passed under B0: {words}" for words in found["warm_up"]]
    notes = [*gates, *filter(None, [found["note"]])]
    return {"notes": notes, **{name: found[name] for name in BLOCKS if found.get(name)}}


def _two_runs(frames: list[Frames], names: list[str], condition: str, agent: str) -> dict[str, Any]:
    parts = [
        one.cells[(one.cells["condition"] == condition) & (one.cells["agent"] == agent)].assign(
            condition=name
        )
        for one, name in zip(frames, names, strict=True)
    ]
    cells = [set(zip(part["trap_id"], part["seed"], strict=True)) for part in parts]
    shared = cells[0] & cells[1]  # what only one plan has is no hole in the other
    kept = [
        part[[place in shared for place in zip(part["trap_id"], part["seed"], strict=True)]]
        for part in parts
    ]
    both = replace(frames[0], cells=pd.concat(kept, ignore_index=True))
    try:
        found = comparisons(both, names[0], names[1])
    except DreamBenchError as fault:
        return {"refused": str(fault)}
    return {"notes": [], **{name: one.as_dict() for name, one in found.items() if name in BLOCKS}}


def _differ(told: Told, other: Told) -> Iterator[str]:
    """What else the two plans do not share."""
    one, two = told.source.plan, other.source.plan
    if one is not None and two is not None:
        yield from (n for n in Plan.model_fields if getattr(one, n) != getattr(two, n))
