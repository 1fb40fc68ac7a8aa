"""Scores from receipts: one pure function, so that writing and verifying cannot differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from dreambench_lib.forgetting.judges.agreement import pairwise, patterns
from dreambench_lib.forgetting.keys import QuestionKey
from dreambench_lib.forgetting.receipts import CriterionReceipt
from dreambench_lib.forgetting.score.aggregate import Aggregate, Cell, QuestionResult, aggregate
from dreambench_lib.forgetting.score.counts import Counts
from dreambench_lib.forgetting.score.policies import Policy, score
from dreambench_lib.forgetting.score.scales import CellScore


def results(receipts: Iterable[CriterionReceipt]) -> list[QuestionResult]:
    """Counters per question; a question with an undecided criterion has none."""
    sums: dict[QuestionKey, list[int]] = {}
    tasks: dict[QuestionKey, str] = {}
    for one in receipts:
        key = one.key.of
        tasks[key] = one.task
        mine = sums.setdefault(key, [0] * 5)
        if one.satisfied is None:
            mine[4] += 1
        at = 0 if one.kind == "presence" else 2
        mine[at] += one.satisfied is True
        mine[at + 1] += 1
    return [
        QuestionResult(key, tasks[key], None if n[4] else Counts(*n[:4])) for key, n in sums.items()
    ]


def scores(
    receipts: Sequence[CriterionReceipt],
    policy: Policy,
    personas: Sequence[str],
    durations: Sequence[str],
) -> dict[str, Any]:
    """Everything that a report says about its criteria, as plain data."""
    found = results(receipts)
    table = aggregate(found, policy, personas=personas, durations=durations)
    verdicts = Counter(one.verdict for one in receipts)
    return {
        "policy": policy.name,
        "header": table.header,
        "criteria": {
            "all": len(receipts),
            "decided": len(receipts) - verdicts["undecided"],
            "undecided": verdicts["undecided"],
            "counted incorrect": verdicts["incorrect"],
            "why undecided": dict(
                sorted(Counter(r.reason for r in receipts if r.verdict == "undecided").items())
            ),
        },
        "questions": {
            "all": len(found),
            "unscored": sum(one.counts is None for one in found),
        },
        "cells": [_cell(cell) for cell in table.cells.values()],
        "patterns": patterns(receipts),
        "pairs": [
            {"first": a.first, "second": a.second, "both": a.both, "equal": a.equal,
             "kappa": _text(a.kappa)}
            for a in pairwise(receipts)
        ],
        "by question": [_question(one, policy) for one in found],
    }  # fmt: skip


def headline(made: dict[str, Any], protocol: str, label: str) -> dict[str, Any]:
    """What may be quoted: never a number without protocol, policy and coverage."""
    return {
        "label": label,
        "protocol": protocol,
        "policy": made["policy"],
        "header": made["header"],
        "criteria": made["criteria"],
        "questions": made["questions"],
        "cells": [
            {name: cell[name] for name in ("task", "duration", "fama", "scored", "questions")}
            for cell in made["cells"]
        ],
    }


def aggregate_of(
    receipts: Sequence[CriterionReceipt],
    policy: Policy,
    personas: Sequence[str],
    durations: Sequence[str],
) -> Aggregate:
    """The cells of a report's receipts as objects."""
    return aggregate(results(receipts), policy, personas=personas, durations=durations)


def _cell(cell: Cell) -> dict[str, Any]:
    row = cell._asdict()
    for name in ("fama", "by_report", "mpa"):
        value: CellScore | None = row[name]
        row[name] = None if value is None else {"exact": _text(value.value), "of 100": float(value)}
    return row | {"missing": list(cell.missing)}


def _question(one: QuestionResult, policy: Policy) -> dict[str, Any]:
    row: dict[str, Any] = {
        "duration": one.key.duration,
        "persona": one.key.persona,
        "question": one.key.question,
        "task": one.task,
    }
    if one.counts is None:
        return row | {"treated": "unscored", "counts": None, "fama": None}
    made = score(one.counts, policy)
    counts = [one.counts.present, one.counts.presence, one.counts.absent, one.counts.forgetting]
    return row | {"treated": made.treated, "counts": counts, "fama": _text(made.fama)}


def _text(value: Fraction | None) -> str | None:
    return None if value is None else f"{value.numerator}/{value.denominator}"
