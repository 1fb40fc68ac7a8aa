"""What an ablation shows otherwise than its full form, on which traps, and at which decision first.

What a memory shows does not depend on the agent, so one agent's recalls tell; the outcomes of
every agent stand beside them. Two cells show the same when the same items stand in the same order
with the same status, facts and number of words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.harness.hygiene.scored import Tables
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.traps.template import HURTS

Listed = dict[str, tuple[object, ...]]
_CELL = ["trap_id", "seed"]


class Difference(NamedTuple):
    """One trap on which an ablation shows something else."""

    ablation: str
    full: str
    trap_id: str
    construct: str
    seeds: int
    """Of its seeds, those in which what was shown differs."""
    of: int
    seed: int
    """The first of them; what follows is about it."""
    what: str
    """``decision``, ``text`` (same decision, other words), ``score`` or ``order``."""
    source: str
    """Sources of the first item for which it holds, in the full form's order."""
    before: str
    """The full form's decision about it, budget apart; empty: not listed."""
    after: str
    """The ablation's decision about it."""
    expected: bool
    """Whether what the ablation lacks explains it (`Condition.explains`)."""
    lost: int
    """Cells, all agents, that the full form passed and the ablation did not."""
    won: int


def pairs(conditions: list[str]) -> list[tuple[str, str]]:
    """(ablation, full form) of the table, where a run has both."""
    entries = [CONDITIONS[name] for name in conditions if name in CONDITIONS]
    return [(e.id, e.ablates) for e in entries if e.ablates in conditions]


def differences(tables: Tables, ablation: str, full: str | None = None) -> list[Difference]:
    """Every trap on which an ablation shows something else than its full form.

    Args:
        tables: A run's tables.
        ablation: A condition of the run.
        full: What it is compared with; default: what the table says it ablates.
    """
    if tables.recalls.empty:
        raise BadInput("this run has no recalls: what its conditions showed was not published")
    conditions = list(dict.fromkeys(tables.cells["condition"]))
    if ablation not in conditions:
        raise unknown("condition in this run", ablation, conditions)
    full = full or (CONDITIONS[ablation].ablates if ablation in CONDITIONS else "")
    if full not in conditions:
        raise BadInput(f"{ablation} is compared with {full or 'nothing'}, which this run lacks")
    return list(_differences(tables, ablation, full))


def _differences(tables: Tables, ablation: str, full: str) -> Iterator[Difference]:
    construct = dict(zip(tables.traps["trap_id"], tables.traps["construct"], strict=True))
    one, two = (_last_lists(tables, name) for name in (full, ablation))
    outcomes = _outcomes(tables, full, ablation)
    keys = sorted({*one, *two, *outcomes}, key=lambda key: (_order(construct[key[0]]), *key))
    by_trap: dict[str, list[int]] = {}
    for trap, seed in keys:
        by_trap.setdefault(trap, []).append(seed)
    for trap, seeds in by_trap.items():
        other = [s for s in seeds if _shown(one.get((trap, s))) != _shown(two.get((trap, s)))]
        if not other:
            continue
        explains = CONDITIONS[ablation].explains if ablation in CONDITIONS else ()
        key = (trap, other[0])
        evidence = _first(one.get(key, {}), two.get(key, {}), explains)
        lost, won = (
            sum(outcomes.get((trap, seed), (0, 0))[way] for seed in seeds) for way in (0, 1)
        )
        yield Difference(
            ablation, full, trap, construct[trap], len(other), len(seeds), other[0],
            *evidence, _explained(evidence, explains), lost, won,
        )  # fmt: skip


def _last_lists(tables: Tables, condition: str) -> dict[tuple[str, int], Listed]:
    """By (trap, seed): every listed item of the scored read, by its sources."""
    frame = tables.recalls[tables.recalls["condition"] == condition]
    frame = frame[frame["agent"] == min(tables.cells["agent"])]
    frame = frame[frame["session"] == frame.groupby(_CELL)["session"].transform("max")]
    columns = [*_CELL, "sources", "rank", "shown", "status", "facts", "words", "decision", "score"]
    plain = frame[columns].astype("object").fillna("")
    found: dict[tuple[str, int], Listed] = {}
    for trap, seed, sources, *rest in plain.itertuples(index=False, name=None):
        listed = found.setdefault((str(trap), int(seed)), {})
        name = str(sources)
        while name in listed:  # two items of one note
            name += "'"
        listed[name] = tuple(rest)
    return found


def _shown(listed: Listed | None) -> list[tuple[object, ...]]:
    """What the agent sees, in order: sources, status, facts, words."""
    rows = sorted((listed or {}).items(), key=lambda row: int(str(row[1][0])))
    return [(name, *row[2:5]) for name, row in rows if int(str(row[1])) == 1]


class _Evidence(NamedTuple):
    what: str
    source: str
    before: str
    after: str


def _first(one: Listed, two: Listed, explains: tuple[str, ...]) -> _Evidence:
    """The first decision that differs, one that is explained before any other; else the least."""
    nothing = ("",) * 7
    names = sorted({**one, **two}, key=lambda name: (int(str((two | one)[name][0])), name))
    rows = [(name, one.get(name, nothing), two.get(name, nothing)) for name in names]
    # What the budget had no room for was decided upon all the same.
    told = [(n, *(str(row[5]).partition("; ")[0] for row in (a, b))) for n, a, b in rows]
    decided = [_Evidence("decision", *row) for row in told if row[1] != row[2]]
    for what, columns in (("text", (2, 3, 4)), ("score", (6,)), ("order", (0, 1))):
        decided += [
            _Evidence(what, *row)
            for row, (_, a, b) in zip(told, rows, strict=True)
            if any(a[c] != b[c] for c in columns)
        ]
    return next((e for e in decided if _explained(e, explains)), decided[0])


def _explained(evidence: _Evidence, explains: tuple[str, ...]) -> bool:
    if "*" in explains or evidence.what in explains:
        return True
    decisions = (evidence.before, evidence.after) if evidence.what == "decision" else ()
    return any(told.startswith(reason) for told in decisions for reason in explains)


def _outcomes(tables: Tables, full: str, ablation: str) -> dict[tuple[str, int], tuple[int, int]]:
    """By (trap, seed): cells that only the full form passed, and only the ablation, all agents."""
    cells = tables.cells[~tables.cells["failed_party"].fillna("").isin(["infra", "referee"])]
    wide = cells[cells["condition"].isin([full, ablation])].pivot_table(
        index=[*_CELL, "agent"], columns="condition", values="passed", aggfunc="first"
    )
    wide = wide.reindex(columns=[full, ablation]).dropna()
    found: dict[tuple[str, int], tuple[int, int]] = {}
    for (trap, seed, _), row in zip(wide.index, wide.itertuples(index=False), strict=True):
        lost, won = found.get((str(trap), int(seed)), (0, 0))
        found[str(trap), int(seed)] = (lost + int(row[0] > row[1]), won + int(row[1] > row[0]))
    return found


def _order(construct: str) -> tuple[bool, int]:
    return construct in HURTS, int(construct[1:])
