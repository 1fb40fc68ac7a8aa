"""A results card: one condition's outcomes in one run, small enough to quote, and checkable.

Everything in it but the conformance verdict is a function of the run's sealed records, so that
whoever has the run folder can make the card again (`card_check`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
from pydantic import ValidationError

from .. import __version__
from ..canonical import sha256
from ..errors import BadInput, unknown
from ..memory.conformance import Conformance
from ..records import CellRecord, Receipt, Record
from ..stats.blocks import BLOCKS
from ..stats.bootstrap import cluster_bootstrap
from ..stats.comparison import compare
from ..stats.inputs import StatsInputError, as_text
from ..stats.inversion import signflip_interval
from ..stats.missing import Missing
from ..traps.variants import base_id, by_base
from .folder import MANIFEST, manifest
from .merkle import Merkle
from .plan import Plan
from .receipts import chain, written
from .verify import read_sealed

SCHEMA = 1
BASELINE = "B0"
"""What a card compares with, where the run has it."""
LEVEL = "95 %"


class Rate(Record):
    """How many cells of a block passed; the interval takes traps as clusters."""

    traps: int
    cells: int
    passed: int
    low: str
    """Ends of the exact cluster bootstrap, as fractions of the cells."""
    high: str
    shown: int
    """Items that the scored sessions were shown: a score without any says nothing of memory."""


class Against(Record):
    """The difference from the baseline on the same cells."""

    baseline: str
    pairs: int
    wins: int
    losses: int
    p: str
    """Exact two-sided sign-flip over traps, a fraction."""
    low: str
    """Ends of the difference per pair, by inverting that test; empty where nothing bounds it."""
    high: str


class Outcome(Record):
    """One agent's outcomes: two blocks, never a total (RULES 20)."""

    rates: dict[str, Rate]
    against: dict[str, Against] = {}


class Card(Record):
    """What is published of one condition; `digest` is over all the rest."""

    schema_version: int = SCHEMA
    made_with: str = f"dreambench {__version__}"
    condition: str
    label: str
    """Where the numbers come from, e.g. ``simulated reader``."""
    plan: str
    trap_set: str
    key: str
    commitment: str
    root: str
    """Merkle root over all receipts of the run."""
    chain: str
    items: int
    words: int
    seeds: tuple[int, ...]
    outcomes: dict[str, Outcome]
    """By agent."""
    excluded: dict[str, int]
    """Cells that are no outcomes, by the party that failed; left out on both sides."""
    conformance: Conformance | None = None
    """The verdict it was admitted by; None: conformance was not run."""
    digest: str = ""

    @property
    def own_digest(self) -> str:
        """SHA-256 over everything but `digest`."""
        return sha256(self.model_copy(update={"digest": ""}))


def make_card(folder: Path, condition: str, conformance: Conformance | None = None) -> Card:
    """The card of `condition` in the sealed run in `folder`; one pass over its records.

    Raises:
        BadInput: the run is not sealed, lacks the condition, or the verdict is on another memory.
    """
    head = manifest(folder)
    try:
        plan, key, label = Plan.model_validate(head["plan"]), str(head["key"]), str(head["tier"])
    except (KeyError, ValidationError):
        raise BadInput(f"{MANIFEST} of {folder.name} is damaged: restore it") from None
    if condition not in plan.conditions:
        raise unknown(f"condition in {folder.name}", condition, plan.conditions)
    if conformance is not None and conformance.condition != condition:
        raise BadInput(
            f"the conformance verdict is on {conformance.condition}, not on {condition}: "
            f"run 'dreambench conformance {condition} --json FILE'"
        )
    read = _read(folder, plan, {condition, BASELINE})
    mine = read.cells[read.cells["condition"] == condition]
    card = Card(
        condition=condition,
        label=label,
        plan=plan.digest,
        trap_set=plan.trap_set,
        key=key,
        commitment=plan.commitment,
        root=read.root,
        chain=read.last,
        items=plan.budget.items,
        words=plan.budget.words,
        seeds=plan.seeds,
        outcomes={agent: _outcome(read.cells, condition, agent) for agent in plan.agents},
        excluded=dict(sorted(Counter(mine["failed"].dropna()).items())),
        conformance=conformance,
    )
    return card.model_copy(update={"digest": card.own_digest})


class _Read(NamedTuple):
    """What one pass over the records gives."""

    cells: pd.DataFrame
    root: str
    last: str


def _read(folder: Path, plan: Plan, conditions: set[str]) -> _Read:
    """The root over all records, and the cells of these conditions."""
    constructs = constructs_of(folder)
    rows: list[dict[str, Any]] = []
    stored: list[Receipt] = []
    tree, last = Merkle(), plan.digest

    def records() -> Iterator[CellRecord]:
        for record, receipt in read_sealed(folder):
            stored.append(receipt)
            yield record

    for record, receipt, _ in chain(written(records()), plan.digest):
        if stored.pop() != receipt:
            raise BadInput(
                f"the receipt of {'/'.join(map(str, record.key))} in {folder.name} does not follow "
                "from its record: see 'dreambench verify'"
            )
        tree.add(receipt.chain.encode())
        last = receipt.chain
        if record.key.condition in conditions:
            rows.append(_row(record, constructs))
    return _Read(_by_trap(rows), tree.root, last)


def constructs_of(folder: Path) -> Mapping[str, str]:
    """Trap to construct, as the run's own table has it."""
    try:
        traps = pd.read_csv(folder / "traps.csv", dtype=str, keep_default_na=False)
        return dict(zip(traps["trap_id"], traps["construct"], strict=True))
    except (OSError, KeyError, ValueError):
        raise BadInput(f"traps.csv of {folder.name} cannot be read: restore it") from None


def _row(record: CellRecord, constructs: Mapping[str, str]) -> dict[str, Any]:
    key = record.key
    outcome = record.failed_party not in ("infra", "referee")
    return {
        "condition": key.condition,
        "agent": key.agent,
        "trap_id": key.trap_id,
        "seed": key.seed,
        "construct": constructs[key.trap_id],
        "passed": int(record.passed),
        "failed": None if outcome else record.failed_party,
        "shown": sum(item.shown for one in record.sessions[-1:] for item in one.recalls),
    }


def _by_trap(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """Variants are further seeds of their trap, as in every table."""
    cells = pd.DataFrame(rows)
    if any(base_id(trap) != trap for trap in cells["trap_id"]):
        pairs = [{"trap_id": row["trap_id"], "seed": row["seed"]} for row in rows]
        told = list(by_base(pairs, int(cells["seed"].max()) + 1))
        cells["trap_id"], cells["seed"] = zip(*told, strict=True)
    return cells


def _outcome(cells: pd.DataFrame, condition: str, agent: str) -> Outcome:
    mine = cells[(cells["agent"] == agent) & cells["failed"].isna()]
    parts = {
        block: mine[mine["construct"].isin(list(constructs))]
        for block, constructs in BLOCKS.items()
    }
    rates = {
        block: _rate(part[part["condition"] == condition])
        for block, part in parts.items()
        if (part["condition"] == condition).any()
    }
    against = {
        block: _against(part, condition)
        for block, part in parts.items()
        if condition != BASELINE and {condition, BASELINE} <= set(part["condition"])
    }
    return Outcome(rates=rates, against=against)


def _rate(part: pd.DataFrame) -> Rate:
    traps = part.groupby("trap_id")["passed"].agg(["sum", "count"])
    scores, sizes = (_whole(traps[name]) for name in ("sum", "count"))
    interval = cluster_bootstrap(scores, sizes)
    return Rate(
        traps=len(traps),
        cells=sum(sizes),
        passed=sum(scores),
        low=as_text(interval.low),
        high=as_text(interval.high),
        shown=int(part["shown"].sum()),
    )


def _against(part: pd.DataFrame, condition: str) -> Against:
    found = compare(part, condition, BASELINE, missing=Missing.COMPLETE_PAIRS)
    sizes = list(found.pairs.sizes.values())
    low = high = ""
    try:
        shifts = signflip_interval(found.scores.values(), sizes)
        low, high = ("" if e is None else as_text(e) for e in (shifts.low, shifts.high))
    except StatsInputError:  # too many clusters to invert the test: the p stands alone
        pass
    return Against(
        baseline=BASELINE,
        pairs=sum(sizes),
        wins=found.b,
        losses=found.c,
        p=as_text(found.p_exact),
        low=low,
        high=high,
    )


def _whole(values: Iterable[Any]) -> list[int]:
    return [int(value) for value in values]
