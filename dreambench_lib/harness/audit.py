"""The audit of a trap set: funnel, leakage, flakes and shared words, as rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from ..agents.table import AGENTS
from ..memory.conditions import CONDITIONS
from ..memory.context import render
from ..traps.admission import funnel
from ..traps.discriminate import discrimination
from ..traps.flakes import REPETITIONS, Flake, flakes
from ..traps.keys import parse_key
from ..traps.leakage import Leak, labels_shown, values_astray
from ..traps.mint import mint
from ..traps.mutation import mutation
from ..traps.overlap import closest_traps
from ..traps.template import Template
from ..traps.verbatim import verbatim
from .admit import each_course

Row = dict[str, Any]


def leak_scan(traps: Mapping[str, Template], key: str, seeds: int) -> list[Leak]:
    """Values outside their own instance, and labels in bytes that the harness shows."""
    instances = [
        mint(trap, parse_key(key), seed) for trap in traps.values() for seed in range(1, seeds + 1)
    ]
    labels = {*CONDITIONS, *AGENTS}
    return values_astray(instances) + labels_shown(instances, labels, render)


def flake_rates(
    traps: Mapping[str, Template], key: str, repetitions: int = REPETITIONS, workers: int = 2
) -> Iterator[Flake]:
    """Each trap's solution, judged `repetitions` times in the sandbox, as they finish."""
    task = partial(flakes, repetitions=repetitions)
    for _, flake in each_course(traps, key, 1, task, workers=workers):
        yield flake


def funnel_rows(log: Path) -> list[Row]:
    """The admission funnel, gate by gate, from the append-only log."""
    return [stage._asdict() for stage in funnel(log)]


def overlap_rows(traps: Mapping[str, Template], most: int = 20) -> list[Row]:
    """The pairs of traps whose words are closest."""
    return [pair._asdict() for pair in closest_traps(traps.values(), most)]


def discrimination_rows(
    traps: Mapping[str, Template], key: str, seeds: int, workers: int = 2
) -> list[Row]:
    """The discrimination table over `traps`, in their order."""
    found = dict(each_course(traps, key, seeds, discrimination, workers=workers))
    return [line._asdict() for trap in traps for line in found[trap]]


def verbatim_rows(
    traps: Mapping[str, Template], key: str, seeds: int, workers: int = 2
) -> list[Row]:
    """The recall-verbatim audit over `traps`, one row each, a column per reader."""
    found = dict(each_course(traps, key, seeds, verbatim, workers=workers))
    rows = []
    for trap in traps:
        row = found[trap]._asdict()
        passes = row.pop("passes")
        rows.append({**row, **{f"alone_{name}": count for name, count in passes}})
    return rows


def mutation_rows(traps: Mapping[str, Template], key: str, workers: int = 2) -> list[Row]:
    """The mutation table over `traps`: every check, what kills it, and what fails with it."""
    found = dict(each_course(traps, key, 1, mutation, workers=workers))
    return [line._asdict() for trap in traps for line in found[trap]]
