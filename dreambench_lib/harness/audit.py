"""The audit of a trap set, as one record of plain rows: what a reader may want to know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ..agents.table import AGENTS
from ..memory.conditions import CONDITIONS
from ..memory.context import render
from ..records import Budget
from ..traps.admission import funnel, template_digest
from ..traps.bench import Course
from ..traps.discriminate import discrimination
from ..traps.flakes import Flake, flakes
from ..traps.keys import parse_key
from ..traps.leakage import Leak, labels_shown, values_astray
from ..traps.mint import mint
from ..traps.mutation import Mutation, mutation, together, warm_mutation
from ..traps.overlap import closest_traps
from ..traps.splits import splits_of_rules
from ..traps.template import Template
from ..traps.verbatim import verbatim
from .admit import each_course
from .trap_set import trap_set_digest

Row = dict[str, Any]
SCHEMA = 1
LEAK_SEEDS = 3
"""Mints of each trap that are searched for each other's values; more only take longer."""


class Judged(NamedTuple):
    """What was found about one trap by judging trees."""

    discrimination: list[Row]
    verbatim: Row
    mutation: list[Row]
    flake: Flake | None


def judged(course: Course, repetitions: int) -> Judged:
    """Everything about one trap that needs the judge, over one course."""
    found = verbatim(course)._asdict()
    passes = found.pop("passes")
    return Judged(
        [line._asdict() for line in discrimination(course)],
        {**found, **{f"alone_{name}": count for name, count in passes}},
        [line._asdict() for line in mutation(course)],
        flakes(course, repetitions) if repetitions else None,
    )


def leak_scan(traps: Mapping[str, Template], key: str, seeds: int) -> list[Leak]:
    """Values outside their own instance, and labels in bytes that the harness shows."""
    instances = [
        mint(trap, parse_key(key), seed) for trap in traps.values() for seed in range(1, seeds + 1)
    ]
    labels = {*CONDITIONS, *AGENTS}
    return values_astray(instances) + labels_shown(instances, labels, render)


def warm_up_traps(traps: Mapping[str, Template]) -> dict[str, Template]:
    """A few traps that have every warm-up session of all of `traps` between them."""
    seen: set[tuple[str, str]] = set()
    out = {}
    for name, trap in traps.items():
        mine = {(trap.fixture.name, session.source) for session in trap.sessions[:-1]}
        if mine - seen:
            out[name] = trap
            seen |= mine
    return out


def warm_rows(traps: Mapping[str, Template], key: str, workers: int = 2) -> list[Row]:
    """The mutation table of the warm-ups, each once; ``trap_id`` is the fixture."""
    found = dict(each_course(warm_up_traps(traps), key, 1, warm_mutation, workers=workers))
    shared = {
        (line.trap_id, line.source, line.check): line for name in found for line in found[name]
    }
    return [line._asdict() for line in shared.values()]


def audit(
    traps: Mapping[str, Template],
    key: str,
    seeds: int,
    repetitions: int,
    log: Path | None = None,
    workers: int = 2,
    step: Callable[[str], None] = lambda _: None,
) -> Row:
    """The whole audit of `traps`. With one key only ``flakes`` may differ from time to time.

    Args:
        seeds: Mints of each trap behind ``discrimination`` and ``verbatim``.
        repetitions: How often each solution is judged anew; 0 leaves ``flakes`` None.
        log: The admission log, if there is one: the funnel is computed from it.
        step: Told each trap that is done.
    """
    task = partial(judged, repetitions=repetitions)
    found: dict[str, Judged] = {}
    for name, one in each_course(traps, key, seeds, task, workers=workers):
        found[name] = one
        step(name)
    ordered = [found[name] for name in traps]
    told = [row for one in ordered for row in one.discrimination]
    mutants = [row for one in ordered for row in one.mutation] + warm_rows(traps, key, workers)
    groups = together(Mutation(**row) for row in mutants)
    budget = Budget()
    return {
        "schema": SCHEMA,
        "key": key,
        "trap_set": trap_set_digest(traps.values()),
        "traps": {name: template_digest(trap) for name, trap in traps.items()},
        "seeds": seeds,
        "budget": {"items": budget.items, "words": budget.words},
        "discrimination": told,
        "splits": splits_of_rules(told, seeds),
        "verbatim": [one.verbatim for one in ordered],
        "mutation": mutants,
        "together": [{"trap_id": trap, "checks": list(checks)} for trap, checks in groups],
        "flakes": [{**one.flake._asdict(), "rate": one.flake.rate} for one in ordered if one.flake]
        or None,
        "leaks": [leak._asdict() for leak in leak_scan(traps, key, min(seeds, LEAK_SEEDS))],
        "overlap": [pair._asdict() for pair in closest_traps(traps.values())],
        "funnel": [stage._asdict() for stage in funnel(log)] if log else None,
    }
