"""Verdicts by the million: a data frame of criteria to counters of questions, checked."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.forgetting.keys import QuestionKey
from dreambench_lib.forgetting.score.aggregate import QuestionResult
from dreambench_lib.forgetting.score.counts import Counts

QUESTION = ["release", "duration", "persona", "question"]
COLUMNS = [*QUESTION, "criterion", "task", "kind", "verdict"]
KINDS = ("presence", "forgetting")
VERDICTS = ("yes", "no", "incorrect", "undecided")
"""`incorrect`: a protocol counts it as not satisfied, whichever kind the criterion is of."""


def tally(verdicts: pd.DataFrame) -> list[QuestionResult]:
    """Counters per question; one undecided criterion leaves its question unscored.

    A presence criterion is satisfied by `yes`, a forgetting criterion by `no`. Complexity: a few
    passes over integer codes, no Python loop over criteria.
    """
    lacking = [name for name in COLUMNS if name not in verdicts]
    if lacking:
        raise BadInput(f"verdicts lack the column {lacking[0]!r}: give {', '.join(COLUMNS)}")
    if not len(verdicts):
        return []
    kind = _codes(verdicts, "kind", KINDS)
    verdict = _codes(verdicts, "verdict", VERDICTS)
    question = _joined(*(_codes(verdicts, name) for name in QUESTION))
    criterion = _joined(question, _codes(verdicts, "criterion"))
    _unique(criterion, verdicts)
    task = _codes(verdicts, "task")
    places = np.flatnonzero(~pd.Series(question).duplicated())
    if (task != task[places][question]).any():
        raise BadInput("a question's criteria name two tasks: a question belongs to one")
    sums = [
        np.bincount(question, weights=flag, minlength=len(places)).astype(np.int64).tolist()
        for flag in (
            (kind == 0) & (verdict == 0),
            kind == 0,
            (kind == 1) & (verdict == 1),
            kind == 1,
            verdict == 3,
        )
    ]
    names = [verdicts[name].iloc[places].tolist() for name in (*QUESTION, "task")]
    return [
        QuestionResult(QuestionKey(*row[:4]), row[4], None if n[4] else _counts(*n[:4]))
        for row, n in zip(zip(*names, strict=True), zip(*sums, strict=True), strict=True)
    ]


@lru_cache(maxsize=65536)
def _counts(present: int, presence: int, absent: int, forgetting: int) -> Counts:
    return Counts(present, presence, absent, forgetting)


def _codes(frame: pd.DataFrame, name: str, known: tuple[str, ...] | None = None) -> Any:
    """A column as integers: numbered by `known`, else by first appearance."""
    codes, values = pd.factorize(frame[name])
    if (codes < 0).any():
        raise BadInput(f"a {name} is missing: every verdict has one")
    if known is None:
        return codes
    for value in values:
        if value not in known:
            raise unknown(name, value, known)
    return np.array([known.index(value) for value in values])[codes]


def _joined(*columns: Any) -> Any:
    """Several columns of codes as one, numbered by first appearance."""
    joined = columns[0]
    for column in columns[1:]:
        joined, _ = pd.factorize(joined * np.int64(column.max() + 1) + column)
    return joined


def _unique(criterion: Any, verdicts: pd.DataFrame) -> None:
    if criterion.max() + 1 == len(criterion):
        return
    row = verdicts[pd.Series(criterion).duplicated().to_numpy()].iloc[0]
    name = "/".join(str(row[part]) for part in [*QUESTION[1:], "criterion"])
    raise BadInput(f"criterion {name} has two verdicts: give each once")
