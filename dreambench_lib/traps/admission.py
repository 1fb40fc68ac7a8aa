"""Admission: all lints, gates and proofs of a trap, and the append-only log of their verdicts."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from ..canonical import canonical, sha256
from ..errors import BadInput
from .bench import Bench, Course, GateResult
from .gates import GATES
from .lint import LINTS
from .proofs import PROOFS
from .template import Template

RECORDED = frozenset({"hoarder"})
"""Listed with the gates, but never a reason to refuse a trap."""


def template_digest(trap: Template) -> str:
    """Digest of a trap as written, with its fixture: what a verdict was about."""
    return sha256(trap.model_dump(mode="json"))


def examine(trap: Template, bench: Bench, run: bool = True) -> list[GateResult]:
    """Every verdict about `trap`, in the order of the funnel.

    Args:
        run: False leaves out whatever needs the judge: only the lints of words.
    """
    course = Course(trap, bench)
    steps = (*LINTS, *PROOFS, *GATES) if run else LINTS
    return [step(course) for step in steps]


def admitted(results: Iterable[GateResult]) -> bool:
    """Whether nothing failed."""
    return all(result.passed for result in results)


class Entry(NamedTuple):
    """One line of the admission log."""

    when: str
    trap: str
    version: str
    """`template_digest`: a trap that was edited is another candidate."""
    seeds: int
    gate: str
    passed: bool
    detail: str


def append(log: Path, trap: Template, seeds: int, results: Iterable[GateResult]) -> None:
    """Append every verdict, failures included, as JSON lines; nothing is ever rewritten."""
    when, version = datetime.now(UTC).isoformat(timespec="seconds"), template_digest(trap)
    rows = [
        Entry(when, trap.id, version, seeds, result.gate, result.passed, result.detail)
        for result in results
    ]
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a", encoding="utf-8") as stream:
        # One write, so that two processes do not mix their lines.
        stream.write("".join(canonical(row._asdict()) + "\n" for row in rows))


def read(log: Path) -> list[Entry]:
    """The log's lines, oldest first."""
    if not log.is_file():
        raise BadInput(f"there is no admission log {log}: run 'dreambench traps check' first")
    out = []
    for number, line in enumerate(log.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            out.append(Entry(**json.loads(line)))
        except (ValueError, TypeError):
            raise BadInput(
                f"line {number} of {log} is truncated or not of this log: remove that line"
            ) from None
    return out


class Stage(NamedTuple):
    """One step of the funnel."""

    gate: str
    entered: int
    passed: int


def funnel(log: Path) -> list[Stage]:
    """How many candidate traps (versions that were examined) got through each gate in turn.

    A candidate that failed a gate in any examination does not reach the next one; the first line
    counts all candidates, the last those that were admitted.
    """
    failed: dict[str, set[str]] = {}
    candidates: set[str] = set()
    for entry in read(log):
        candidate = f"{entry.trap} {entry.version}"
        candidates.add(candidate)
        failed.setdefault(entry.gate, set())
        if not entry.passed:
            failed[entry.gate].add(candidate)
    stages, left = [], set(candidates)
    for gate in failed:
        survivors = left - failed[gate]
        stages.append(Stage(gate, len(left), len(survivors)))
        left = survivors
    return stages
