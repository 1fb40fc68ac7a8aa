"""A run with other people's memories, the plan that judges it, and the records of conformance."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from dreambench_lib.errors import BadInput
from dreambench_lib.memory.conditions import condition
from dreambench_lib.memory.conformance.records import Report
from dreambench_lib.memory.table.external import EXTERNAL
from dreambench_lib.report.comparing import comparisons
from dreambench_lib.report.frames import Frames
from dreambench_lib.report.frames import load as load_frames
from dreambench_lib.report.hygiene import Hygiene
from dreambench_lib.report.hygiene import load as load_hygiene
from dreambench_lib.report.places import ROOT
from dreambench_lib.report.plans import evaluate_source, read_frozen
from dreambench_lib.report.plans.admitted import read_report
from dreambench_lib.report.plans.evaluated import Held
from dreambench_lib.report.words import BLOCKS, in_order
from dreambench_lib.stats import Comparison

BASE = "B0"
RECORDS = ROOT / "results" / "conformance"
_ORDER: list[str] = list(BLOCKS)
_OUTSIDE = {entry.id for entry in EXTERNAL}


class Outcome(NamedTuple):
    """A condition against no memory, under one agent in one block."""

    condition: str
    agent: str
    block: str
    passed: int
    cells: int
    test: Comparison


@dataclass(frozen=True, eq=False)
class External:
    """Everything that the notebook tells of."""

    hygiene: Hygiene
    held: Held
    """The plan, held against the run that carries it."""
    reports: dict[str, Report]
    """Condition to its conformance report, in the shared order."""

    @property
    def frames(self) -> Frames:
        return self.hygiene.frames

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """Every condition against B0: both agents, both blocks, never a total."""
        found = []
        for agent in self.frames.agents:
            frames = self.frames.of(agent)
            for name in frames.conditions:
                if name == BASE:
                    continue
                for block, test in comparisons(frames, name, BASE).items():
                    cells = frames.outcomes
                    mine = cells[(cells["condition"] == name) & (cells["block"] == block)]
                    passed = int(mine["passed"].astype(int).sum())
                    found.append(Outcome(name, agent, block, passed, len(mine), test))
        return sorted(found, key=lambda one: (_ORDER.index(one.block), one.agent))

    def __repr__(self) -> str:
        names = ", ".join(name for name in self.frames.conditions if outside(name))
        return f"{self.hygiene.origin}: {names or 'no memory from outside'}"


def outside(name: str) -> bool:
    """Whether a condition is somebody else's memory, with whatever embedder."""
    return name.partition("+")[0] in _OUTSIDE


def stand_ins(name: str) -> str:
    """What of a condition is a stand-in for a model, in its own words; empty where nothing is."""
    said = [part.strip(" .") for part in condition(name).meaning.split(". ")]
    named = "+" in name  # an embedder of its own, so that none stands in
    kinds = ("Stand-in extractor",) if named else ("Stand-in extractor", "Stand-in embedder")
    return "; ".join(part.partition(" unless")[0] for part in said if part.startswith(kinds))


def load(source: str, plan: str, audited: str | None = None) -> External:
    """The run called `source` (or its folder), and the frozen plan called `plan`.

    Args:
        audited: The run that the plan is held against, one that carries it (default: `source`).

    Raises:
        BadInput: there is no such run or plan, the run has no B0, or a record was edited.
    """
    hygiene = load_hygiene(source)
    if BASE not in hygiene.frames.conditions:
        raise BadInput(f"{source} has no cells of {BASE}, which every slot is held against: run it")
    judged = hygiene.frames if audited is None else load_frames(audited)
    held = evaluate_source(judged, read_frozen(find_plan(plan)))
    found = [read_report(path) for path in sorted(RECORDS.glob("*.json"))]
    named = {one.conformance.condition: one for one in found}
    return External(hygiene, held, {name: named[name] for name in in_order(named)})


def find_plan(name: str) -> Path:
    """The frozen plan of that name in `results/`, or at that path."""
    here = ROOT / "results" / f"{name}.frozen.json"
    return here if here.is_file() else Path(name)
