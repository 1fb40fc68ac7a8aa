"""A linter of criteria: what a literal reading of them would make impossible or unfair.

Findings are properties of wordings, counted so that a score can be read with them in mind; none
is called an error of whoever wrote them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dreambench_lib.errors import unknown
from dreambench_lib.forgetting.release.normal import normal, occurs
from dreambench_lib.forgetting.release.records import Criterion, PersonaFile, Question

RULES = {
    "cannot-both-hold": "a presence criterion asks for the very fact that a forgetting criterion "
    "of the same question wants absent",
    "sibling-mentions": "satisfying a presence criterion literally mentions what a forgetting "
    "criterion of the same question wants absent",
    "question-mentions": "the question itself mentions what a forgetting criterion wants absent, "
    "so an answer that repeats the question fails it",
    "desired-mentions": "the desired response mentions what a forgetting criterion wants absent "
    "(a contrast, such as 'leaning away from X')",
    "mention-or-use": "the wording forbids neither mention nor use: 'include' can be read as both",
    "mention-forbidden": "the wording forbids bare mention, so an answer that contrasts the old "
    "fact with the new one fails it",
    "duplicate": "another criterion of the same kind and question is about the same fact",
    "unquoted-fact": "no quotes or colon say where the fact begins and ends",
    "no-fact": "no form of wording that is known gives the fact",
}


class Finding(NamedTuple):
    """One criterion under one rule."""

    rule: str
    path: str
    task: str
    question: str
    criterion: str
    other: str = ""
    """The criterion it meets, where there is one."""


def lint(files: Iterable[PersonaFile]) -> Iterator[Finding]:
    """Every finding of a release, file by file."""
    for one in files:
        for question in one.questions:
            for rule, criterion, other in _question(question):
                if rule not in RULES:
                    raise unknown("rule", rule, RULES)
                yield Finding(rule, one.path, question.task, question.id, criterion.id, other)


def counts(findings: Iterable[Finding]) -> dict[str, dict[str, int]]:
    """Per rule: criteria and questions found, and criteria per task. No text."""
    found = list(findings)
    out = {}
    for rule in RULES:
        mine = [one for one in found if one.rule == rule]
        criteria = {(one.path, one.question, one.criterion): one.task for one in mine}
        out[rule] = {
            "criteria": len(criteria),
            "questions": len({key[:2] for key in criteria}),
            **Counter(sorted(criteria.values())),
        }
    return out


def _question(question: Question) -> Iterator[tuple[str, Criterion, str]]:
    asked = normal(question.text)
    desired = normal(question.desired) if question.desired else None
    shown = [one for one in question.of("presence") if one.polarity == "show" and one.parts]
    facts = [(one, normal(" ".join(one.parts))) for one in shown]
    for one in question.criteria:
        yield from ((rule, one, "") for rule in _wording(one))
    yield from _duplicates(question)
    for one in question.of("forgetting"):
        if not one.parts:
            continue
        mine = normal(" ".join(one.parts))
        if occurs(one.parts, asked):
            yield "question-mentions", one, ""
        if desired is not None and occurs(one.parts, desired):
            yield "desired-mentions", one, ""
        for other, fact in facts:
            if fact == mine:
                yield "cannot-both-hold", one, other.id
            elif occurs(one.parts, fact):
                yield "sibling-mentions", one, other.id


def _wording(one: Criterion) -> Iterator[str]:
    if one.kind == "forgetting" and one.forbids == "unstated":
        yield "mention-or-use"
    if one.kind == "forgetting" and one.forbids == "mention":
        yield "mention-forbidden"
    if one.fact is None:
        yield "no-fact"
    elif not one.quoted:
        yield "unquoted-fact"


def _duplicates(question: Question) -> Iterator[tuple[str, Criterion, str]]:
    first: dict[tuple[str, str, str], str] = {}
    for one in question.criteria:
        if one.fact is not None:
            same = (one.kind, one.polarity, normal(one.fact))
            if same in first:
                yield "duplicate", one, first[same]
            first.setdefault(same, one.id)
