"""Known wrong answers to a session: wrong fillings of its solution, and stored wrong trees.

They prove the checks. A check that none of them fails would say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..trees import Tree
from .bench import Course
from .mint import Instance
from .solve import wrong_tree


class Mutant(NamedTuple):
    """One wrong answer."""

    name: str
    """``slot = fact``, ``all defaults``, ``wrong/NAME`` or, of a warm-up, ``no work``."""
    tree: Tree


def fillings(course: Course, instance: Instance) -> Iterator[tuple[str, dict[str, str]]]:
    """Fillings that may be wrong: for each slot every carried value, every way and the default.

    One slot at a time around the solution, then all defaults.
    """
    right = instance.solution()
    for slot in course.template.slots:
        facts = [fact for fact in instance.values if fact.split(".")[0] == slot.name]
        named = {slot.default: "default"}
        named |= {instance.values[fact]: fact.split(".", 1)[1] for fact in reversed(facts)}
        named |= {way: way for way in slot.ways}
        for value, name in named.items():
            if slot.form is None and value not in slot.ways:
                continue
            if value != right[slot.name]:
                yield f"{slot.name} = {name}", {**right, slot.name: value}
    defaults = {slot.name: slot.default for slot in course.template.slots}
    if defaults != right:
        yield "all defaults", defaults


def wrong_trees(course: Course, instance: Instance, session: int) -> Iterator[tuple[str, Tree]]:
    """The stored wrong trees of a session, by name."""
    source, before = course.template.sessions[session - 1], course.before(instance, session)
    for name in source.wrong:
        yield name, wrong_tree(before, source, name, instance.solution())


def mutants(course: Course, instance: Instance, session: int) -> list[Mutant]:
    """Every wrong answer to `session` that is known; a warm-up has no slots to fill."""
    if session == len(course.template.sessions):
        out = [
            Mutant(name, course.solved(instance, session, fills))
            for name, fills in fillings(course, instance)
        ]
    else:
        out = [Mutant("no work", course.before(instance, session))]
    return out + [
        Mutant(f"wrong/{name}", tree) for name, tree in wrong_trees(course, instance, session)
    ]


def failing(
    course: Course, instance: Instance, tree: Tree, session: int
) -> tuple[set[str], set[str]]:
    """(ids, kinds) of a session's checks that `tree` fails."""
    asked = instance.session_checks(session)
    failed = [check for check in course.judged(asked, tree).checks if not check.passed]
    return {check.id for check in failed}, {check.kind for check in failed}
