"""The mutation table: which checks a wrong filling or a stored wrong tree makes fail.

Fillings put a wrong fact, way or default into one slot of the solution (or defaults into all).
Checks that fail under exactly the same mutants prove no more together than one of them alone.
"""

from __future__ import annotations

from typing import NamedTuple

from .bench import Course
from .proofs import failing, fillings, wrong_trees


class Mutation(NamedTuple):
    """One check of a trap's last session."""

    trap_id: str
    check: str
    kind: str
    solution: bool
    """Whether the solution passes it."""
    mutants: int
    killed: int
    """Mutants that make it fail."""
    together: tuple[str, ...]
    """Other checks that fail under exactly the same mutants (none where none kills it)."""


def mutation(course: Course) -> list[Mutation]:
    """One line per check, for the bench's first seed."""
    instance, last = course.instance(course.bench.seeds[0]), len(course.template.sessions)
    trees = [course.solved(instance, last, fills) for fills in fillings(course, instance)]
    trees += [tree for _, tree in wrong_trees(course, instance)]
    killers: dict[str, frozenset[int]] = {}
    failed = [failing(course, instance, tree)[0] for tree in trees]
    asked = instance.session_checks(last)
    for check in asked:
        killers[check.id] = frozenset(n for n, ids in enumerate(failed) if check.id in ids)
    right = {c.id: c.passed for c in course.last(instance, instance.solution()).checks}
    return [
        Mutation(
            course.template.id,
            check.id,
            check.kind,
            right[check.id],
            len(trees),
            len(mine),
            tuple(o for o in killers if mine and o != check.id and killers[o] == mine),
        )
        for check in asked
        for mine in (killers[check.id],)
    ]
