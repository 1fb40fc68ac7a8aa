"""Reading filled tables: every fault names file and line; nothing is guessed."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from ...errors import BadInput, unknown
from ..template import Template
from .kappa import agreement, mean_kappa
from .questions import HEADS, QUESTIONS, sheet_id


class Agreement(NamedTuple):
    """How far reviewers agree on one question."""

    question: str
    reviewers: int
    equal: int
    compared: int
    """Pairs of answers to the same sheet."""
    kappa: Fraction | None
    """Mean of Cohen's kappa over pairs of reviewers; None: undefined."""


class Open(NamedTuple):
    """A trap whose review asks for something to be settled."""

    trap_id: str
    construct: str
    why: str


@dataclass(frozen=True)
class Merged:
    """What all filled tables say."""

    answers: dict[str, dict[str, dict[str, str]]]
    """Question to reviewer to trap id to answer."""
    stale: tuple[str, ...]
    """Sheets of traps that were edited or dropped since."""

    def of(self, question: str, trap_id: str) -> list[str]:
        """All answers to `question` about a trap."""
        return [mine[trap_id] for mine in self.answers[question].values() if trap_id in mine]

    @property
    def agreements(self) -> list[Agreement]:
        """Per question: equal answers, comparisons and kappa."""
        out = []
        for question, answers in self.answers.items():
            counts = [agreement(answers[a], answers[b]) for a, b in combinations(answers, 2)]
            equal, compared = (
                (sum(column) for column in zip(*counts, strict=True)) if counts else (0, 0)
            )
            named = sum(bool(mine) for mine in answers.values())
            out.append(Agreement(question, named, equal, compared, mean_kappa(answers)))
        return out

    def unresolved(self, traps: Iterable[Template]) -> list[Open]:
        """Labels on which reviewers differ among themselves or from the author, and alarms."""
        out = []
        for trap in traps:
            labels = set(self.of("construct", trap.id))
            if len(labels) > 1:
                why = f"reviewers say {', '.join(sorted(labels))}"
                out.append(Open(trap.id, trap.construct_id, why))
            elif labels and labels != {trap.construct_id}:
                why = f"reviewers say {labels.pop()}, the author {trap.construct_id}"
                out.append(Open(trap.id, trap.construct_id, why))
            for question, alarm in (("leaks", "yes"), ("duplicate", "yes"), ("load_bearing", "no")):
                if alarm in self.of(question, trap.id):
                    out.append(Open(trap.id, trap.construct_id, f"{question}: {alarm}"))
        return out


def merge(tables: Sequence[Path], traps: Iterable[Template]) -> Merged:
    """Read filled ``review.csv`` files; rows without any answer do not count."""
    known = {sheet_id(trap): trap.id for trap in traps}
    answers: dict[str, dict[str, dict[str, str]]] = {question: {} for question in QUESTIONS}
    stale: set[str] = set()
    seen: dict[tuple[str, str], str] = {}
    for table in tables:
        for line, row in _rows(table):
            where = f"line {line} of {table.name}"
            given = {q: row[q].strip() for q in QUESTIONS if row[q].strip()}
            if not given:
                continue
            reviewer, sheet = row["reviewer"].strip(), row["sheet"].strip()
            if not reviewer:
                raise BadInput(f"{where} has no reviewer: write a name or a pseudonym")
            if before := seen.get((reviewer, sheet)):
                raise BadInput(f"{where} reviews {sheet} again ({reviewer}, {before}): keep one")
            seen[reviewer, sheet] = where
            if sheet not in known:
                stale.add(sheet)
                continue
            for question, answer in given.items():
                allowed = QUESTIONS[question][1]
                if answer not in allowed:
                    raise unknown(f"answer in column {question}, {where}:", answer, allowed)
                answers[question].setdefault(reviewer, {})[known[sheet]] = answer
    return Merged(answers, tuple(sorted(stale)))


def _rows(table: Path) -> list[tuple[int, dict[str, str]]]:
    try:
        with table.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream)
            for head in reader.fieldnames or ():
                if head not in HEADS:
                    raise unknown(f"column of {table.name}", head, HEADS)
            lacking = [head for head in HEADS if head not in (reader.fieldnames or ())]
            if lacking:
                raise BadInput(f"{table.name} lacks the column {lacking[0]}: start from review.csv")
            return [(reader.line_num, {h: row[h] or "" for h in HEADS}) for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as fault:
        raise BadInput(f"{table.name} cannot be read: {fault}") from None
