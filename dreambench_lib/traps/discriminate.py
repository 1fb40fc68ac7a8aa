"""The discrimination table: who passes a trap with what shown. It gates nothing.

Rows count seeds: under each simple rule, and for each note alone, how many of them each reader
passes. No trap is kept, dropped or edited because of it.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from . import rules
from .bench import Course
from .mint import Instance
from .rules import Rule

READERS = ("literal", "careful", "linking")
ORDINARY = "ordinary"


class Verdicts(NamedTuple):
    """One line of the table."""

    trap_id: str
    construct: str
    shown: str
    """A rule's name, or ``alone: FACTS`` for a lone note that carries these."""
    reader: str
    passed: int
    of: int


def shown_rules(course: Course) -> dict[str, Rule]:
    """The simple rules by name; B is the bench's budget."""
    budget = course.bench.budget
    return {
        "empty": rules.empty,
        "says": rules.says,
        "hoarder": rules.hoarder,
        "newest-B": rules.newest(budget.items),
        "verbatim-B": rules.verbatim(budget),
    }


def discrimination(course: Course) -> list[Verdicts]:
    """The trap's lines, for all readers of the bench that are known here."""
    readers = [name for name in READERS if name in course.bench.readers]
    return [line for reader in readers for line in _lines(course, reader)]


def _lines(course: Course, reader: str) -> list[Verdicts]:
    trap, instances = course.template, course.instances()
    passed: Counter[str] = Counter()
    of: Counter[str] = Counter()

    def count(name: str, instance: Instance, rule: Rule) -> None:
        of[name] += 1
        passed[name] += course.passes(instance, reader, rule)

    for instance in instances:
        for name, rule in shown_rules(course).items():
            count(name, instance, rule)
        for note in instance.all_notes():
            facts = ", ".join(sorted(instance.carried[note.id])) or ORDINARY
            count(f"alone: {facts}", instance, rules.alone(note))
    return [
        Verdicts(trap.id, trap.construct_id, name, reader, passed[name], of[name]) for name in of
    ]
