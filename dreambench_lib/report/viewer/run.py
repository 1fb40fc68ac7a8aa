"""A run as the viewer takes it: sealed, unfinished, or a fold that has outcomes only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from dreambench_lib.agents.table import agent_class
from dreambench_lib.errors import BadInput, DreamBenchError, unknown
from dreambench_lib.harness.folder import is_sealed
from dreambench_lib.harness.lookup import records_of
from dreambench_lib.harness.plan import Plan
from dreambench_lib.harness.sealed_files import RECORDS
from dreambench_lib.harness.verify import read_sealed
from dreambench_lib.records import CellKey, CellRecord, Receipt
from dreambench_lib.report import frames as folds
from dreambench_lib.report.columns import rows
from dreambench_lib.report.sources import read_manifest
from dreambench_lib.report.words import natural
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.template import Template

NOT_RUN = "-"
SIMULATED = "simulated reader"


class Trap(NamedTuple):
    """A column of the matrix."""

    id: str
    construct: str
    set: str
    fixture: str
    why: str


@dataclass
class Outcomes:
    """Every cell's state, and what the page says of the run."""

    name: str
    label: str
    state: str
    """``sealed``, ``unfinished`` or ``published``."""
    traps: list[Trap]
    seeds: list[int]
    planned: int
    plan: Plan | None = None
    root: str = ""
    """The receipts' root, of a sealed run."""
    states: dict[CellKey, str] = field(default_factory=dict)
    """``p`` passed, ``f`` failed, ``i`` and ``r``: no outcome, infra or referee failed."""

    @property
    def simulated(self) -> bool:
        """Whether any number here comes from the embedded readers."""
        return SIMULATED in self.label


def state_of(passed: bool, party: str | None) -> str:
    """A cell's letter; an agent that failed is an outcome, infra and referee are none.

    >>> state_of(True, None), state_of(False, "agent"), state_of(False, "infra")
    ('p', 'f', 'i')
    """
    if party in ("infra", "referee"):
        return party[0]
    return "p" if passed else "f"


class Source(NamedTuple):
    """A run's outcomes, and its records where there are any."""

    folder: Path
    outcomes: Outcomes
    plan: Plan | None
    key: str
    traps: dict[str, Template]

    def records(self) -> Iterator[tuple[CellRecord, Receipt | None]]:
        """Every record, with its receipt once the run is sealed."""
        if self.plan is None:
            return
        if is_sealed(self.folder):
            yield from read_sealed(self.folder)
            return
        for record in records_of(self.folder)[2]:
            yield record, None


def open_source(folder: Path, root: Path | None = None) -> Source:
    """The run in `folder`; its states are filled in as its records are told.

    Raises:
        BadInput: no run lies there, or it has a trap that is not among ours (and `root`'s).
    """
    if not (folder / "plan.json").exists() and not (folder / RECORDS).exists():
        return _outcomes_only(folder)
    plan, key, _ = records_of(folder)
    known = load_traps(root)
    for trap in plan.traps:
        if trap not in known:
            raise unknown("trap", trap, known)
    traps = {trap: known[trap] for trap in plan.traps}
    sealed = is_sealed(folder)
    head = read_manifest(folder) if sealed else {}
    outcomes = Outcomes(
        name=folder.resolve().name,
        label=str(head.get("tier") or tiers(plan.agents)),
        state="sealed" if sealed else "unfinished",
        traps=_ordered(
            Trap(t.id, t.construct_id, t.set, t.fixture.name, t.why) for t in traps.values()
        ),
        seeds=sorted(plan.seeds),
        planned=len(plan.cells()),
        plan=plan,
        root=str(head.get("root", "")),
    )
    return Source(folder, outcomes, plan, key, traps)


def tiers(agents: tuple[str, ...]) -> str:
    """What worked: one word an agent's kind; one whose module is not here says so."""
    found: set[str] = set()
    for name in agents:
        try:
            found.add(str(getattr(agent_class(name), "tier", "agent of another's")))
        except DreamBenchError:
            found.add("agent that is not installed here")
    return ", ".join(sorted(found))


def _outcomes_only(folder: Path) -> Source:
    frames = folds.load(folder, clusters="variant")
    whys = _whys()
    traps = [
        Trap(r["trap_id"], r["construct"], r["set"], r["fixture"], whys.get(r["trap_id"], ""))
        for r in rows(frames.traps)
    ]
    outcomes = Outcomes(
        name=frames.source,
        label=frames.label,
        state="published" if frames.published else "outcomes only",
        traps=_ordered(traps),
        seeds=frames.seeds,
        planned=len(frames.cells),
    )
    for row in rows(frames.cells):
        key = CellKey(row["condition"], row["agent"], row["trap_id"], int(row["seed"]))
        outcomes.states[key] = state_of(bool(row["passed"]), row["failed_party"] or None)
    return Source(folder, outcomes, None, "", {})


def _whys() -> dict[str, str]:
    try:
        return {trap.id: trap.why for trap in load_traps().values()}
    except BadInput:  # a fold may be looked at without the traps
        return {}


def _ordered(traps: Any) -> list[Trap]:
    return sorted(traps, key=lambda trap: (natural(trap.construct), natural(trap.id)))
