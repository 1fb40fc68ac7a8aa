"""What differs between two runs: plan, traps, mint, environment, and outcome by outcome."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ..records import CellKey, CellRecord
from .folder import is_sealed
from .lookup import records_of
from .plan import Plan


class Difference(NamedTuple):
    """One thing that two runs do not share."""

    kind: str
    """``plan``, ``environment``, ``cells`` or ``outcome``."""
    what: str
    first: str
    second: str


class Compared(NamedTuple):
    """Two runs, compared."""

    differences: list[Difference]
    same_mint: bool
    """Whether equal cells of both met equal instances: same traps, key and dials."""
    shared: int
    """Cells that both have."""


def difference(first: Path, second: Path) -> Compared:
    """Compare two runs, sealed or not, cell by cell."""
    plans, cells = [], []
    for folder in (first, second):
        plan, _, records = records_of(folder)
        plans.append(plan)
        cells.append({record.key: record for record in records})
    shared = sorted(cells[0].keys() & cells[1].keys())
    found = [
        *_plans(*plans),
        *_environments(first, second),
        *_lacking(*cells),
        *(d for key in shared if (d := _outcome(key, cells[0][key], cells[1][key]))),
    ]
    mint = all(getattr(plans[0], n) == getattr(plans[1], n) for n in ("commitment", "dials"))
    minted = mint and all(
        cells[0][key].instance_digest == cells[1][key].instance_digest for key in shared
    )
    return Compared(found, minted, len(shared))


def _plans(first: Plan, second: Plan) -> Iterator[Difference]:
    for name in Plan.model_fields:
        a, b = getattr(first, name), getattr(second, name)
        if a == b:
            continue
        if isinstance(a, tuple) and isinstance(b, tuple):
            yield Difference("plan", name, _only(a, b), _only(b, a))
        else:
            yield Difference("plan", name, str(a), str(b))


def _only(a: tuple[Any, ...], b: tuple[Any, ...]) -> str:
    more = [str(value) for value in a if value not in b]
    return f"also {', '.join(more)}" if more else "nothing more"


def _environments(first: Path, second: Path) -> Iterator[Difference]:
    facts = [_environment(folder) for folder in (first, second)]
    for name in sorted(facts[0].keys() | facts[1].keys()):
        a, b = (fact.get(name, "not recorded") for fact in facts)
        if a != b:
            yield Difference("environment", name, str(a), str(b))


def _environment(folder: Path) -> dict[str, Any]:
    path = folder / "environment.json"
    if not is_sealed(folder) or not path.exists():
        return {}
    loaded = json.loads(path.read_text(encoding="utf-8"))
    return loaded if isinstance(loaded, dict) else {}


def _lacking(
    first: dict[CellKey, CellRecord], second: dict[CellKey, CellRecord]
) -> Iterator[Difference]:
    a, b = len(first.keys() - second.keys()), len(second.keys() - first.keys())
    if a or b:
        yield Difference("cells", "only in one", str(a), str(b))


def _outcome(key: CellKey, first: CellRecord, second: CellRecord) -> Difference | None:
    a, b = _word(first), _word(second)
    if a == b:
        return None
    return Difference("outcome", "/".join(map(str, key)), a, b)


def _word(record: CellRecord) -> str:
    if record.failed_party:
        return f"stopped by {record.failed_party}"
    if record.passed:
        return "passed"
    failed = [check.id for check in record.sessions[-1].verdict.checks if not check.passed]
    return f"failed {', '.join(failed)}" if failed else "failed: the agent reported an error"
