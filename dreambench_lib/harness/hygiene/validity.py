"""The validity matrix: which traps should fall without a feature, from their facts, and which did.

Predictions read a trap's sealed facts and nothing else: no outcome, no note, no construct's name. A
trap falls where a cell that the full form passes is failed without the feature. What comes out
otherwise is listed with its cause, read off the run's tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple

from dreambench_lib.harness.hygiene.ablations import Difference, differences, pairs
from dreambench_lib.harness.hygiene.scored import Tables
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.traps.template import HARM, Template

_AWAY = frozenset({"superseded", "overruled", "disproved"})
_GOVERNS = frozenset({"current", "support"})

Predict = Callable[[Template], bool]


def _away(trap: Template) -> bool:
    return any(fact.status in _AWAY and trap.slot(fact.slot).form for fact in trap.facts)


def _foreign(trap: Template) -> bool:
    return any(event.where for event in trap.events) or any(
        fact.status == "out-of-scope" for fact in trap.facts
    )


def _harm(trap: Template) -> bool:
    return any(fact.status in HARM for fact in trap.facts) or _foreign(trap)


def _interference(trap: Template) -> bool:
    return trap.interference or _harm(trap)


def _untyped(trap: Template) -> bool:
    ruling = [fact for fact in trap.facts if fact.status in _GOVERNS]
    return any(f.status == "support" or not trap.slot(f.slot).form for f in ruling)


def _partial(trap: Template) -> bool:
    carried = [{trap.fact(name).status for name in event.carries} for event in trap.events]
    return any(held & _AWAY and held & _GOVERNS for held in carried)


def _same_slot_elsewhere(trap: Template) -> bool:
    there = {trap.fact(name).slot for e in trap.events if e.where for name in e.carries}
    here = {trap.fact(name).slot for e in trap.events if not e.where for name in e.carries}
    return bool(there & here)


def _none(trap: Template) -> bool:
    return False


PREDICTIONS: Mapping[str, tuple[Predict, str]] = {
    "repair": (_away, "a value that was superseded, overruled or disproved"),
    "stale blocking": (_away, "a value that was superseded, overruled or disproved"),
    "replay": (_none, "none: what it supposes waits for review"),
    "hard gates": (_harm, "a fact that does not hold here, or no longer"),
    "local scope": (_same_slot_elsewhere, "one slot spoken of here and in another repository"),
    "consolidation": (_harm, "a fact that does not hold here, or no longer"),
    "provenance gate": (_none, "none: rules quote their evidence"),
    "scope gate": (_foreign, "a note of another repository, or a fact out of scope"),
    "type policy": (_none, "none: a record of a contradiction only names ids"),
    "risk gate": (_none, "none: no fact is speculation"),
    "gates and score": (_interference, "a fact that does not hold, or many that look alike"),
    "capsule": (_untyped, "a governing fact without a value: a way, or a support"),
    "field supersession": (_partial, "one note with a fact that holds and one that does not"),
}
"""By what an ablation lacks: whether a trap should fall, and the facts it is read from."""

Cause = Literal[
    "",
    "the full form fails it too",
    "nothing shown differs",
    "the readers withstand what is shown",
    "another item comes in or goes",
]


class Verdict(NamedTuple):
    """One feature and one trap."""

    feature: str
    ablation: str
    full: str
    trap_id: str
    construct: str
    predicted: bool
    fell: bool
    cause: Cause
    """Why it is not as predicted; empty where it is."""
    evidence: str
    """The first decision that differs, where something shown does."""


def validity(tables: Tables, templates: Iterable[Template]) -> list[Verdict]:
    """Every feature of the table by every trap of a run that has the ablation and its full form."""
    won = tables.cells[tables.cells["passed"] == 1]
    alive = set(zip(won["condition"], won["trap_id"], strict=True))
    chosen = set(tables.cells["trap_id"])
    traps = [trap for trap in templates if trap.id in chosen]
    found = []
    for ablation, full in pairs(list(dict.fromkeys(tables.cells["condition"]))):
        differing = {row.trap_id: row for row in differences(tables, ablation, full)}
        feature = CONDITIONS[ablation].lacks
        for trap in traps:
            predicted, row = PREDICTIONS[feature][0](trap), differing.get(trap.id)
            fell = bool(row and row.lost)
            cause = _cause(predicted, fell, row is not None, (full, trap.id) in alive)
            found.append(
                Verdict(
                    feature,
                    ablation,
                    full,
                    trap.id,
                    trap.construct_id,
                    predicted,
                    fell,
                    cause,
                    _told(row),
                )
            )
    return found


def _cause(predicted: bool, fell: bool, differs: bool, alive: bool) -> Cause:
    if predicted == fell:
        return ""
    if fell:
        return "another item comes in or goes"
    if not alive:
        return "the full form fails it too"
    return "the readers withstand what is shown" if differs else "nothing shown differs"


def _told(row: Difference | None) -> str:
    if row is None:
        return ""
    if row.what != "decision":
        return f"{row.what} of an item: {row.before}"
    return f"{row.before or 'not listed'} → {row.after or 'not listed'}"


class Summary(NamedTuple):
    """One feature over all traps."""

    feature: str
    ablation: str
    predicted: int
    fell: int
    both: int
    causes: dict[str, int]
    """Deviations by cause."""


def summary(verdicts: Iterable[Verdict]) -> list[Summary]:
    """A line per feature, in the order of the verdicts."""
    rows: dict[str, list[Verdict]] = {}
    for one in verdicts:
        rows.setdefault(one.ablation, []).append(one)
    return [
        Summary(
            group[0].feature,
            ablation,
            sum(one.predicted for one in group),
            sum(one.fell for one in group),
            sum(one.predicted and one.fell for one in group),
            {
                c: sum(one.cause == c for one in group)
                for c in sorted({o.cause for o in group} - {""})
            },
        )
        for ablation, group in rows.items()
    ]
