"""The mutation table: which checks a wrong filling or a stored wrong tree makes fail.

Checks that fail under exactly the same mutants prove no more together than one of them alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .bench import Course
from .mutants import failing, mutants


class Mutation(NamedTuple):
    """One check of a trap."""

    trap_id: str
    """The trap; of a warm-up, the fixture."""
    source: str
    """The session: ``s3`` or ``warm/NAME``."""
    check: str
    kind: str
    solution: bool
    """Whether the solution passes it."""
    mutants: int
    killed: int
    """Mutants that make it fail."""
    by: str
    """One of those: the one that fails the fewest checks."""
    together: tuple[str, ...]
    """Other checks that fail under exactly the same mutants (none where none kills it)."""


def mutation(course: Course) -> list[Mutation]:
    """One line per check of the last session, for the bench's first seed."""
    return _session(course, len(course.template.sessions))


def warm_mutation(course: Course) -> list[Mutation]:
    """The same for the warm-up sessions, which all traps of a fixture share."""
    return [
        line
        for session in range(1, len(course.template.sessions))
        for line in _session(course, session)
    ]


def _session(course: Course, session: int) -> list[Mutation]:
    instance, trap = course.instance(course.bench.seeds[0]), course.template
    asked = instance.session_checks(session)
    if not asked:
        return []
    tried = mutants(course, instance, session)
    failed = [failing(course, instance, mutant.tree, session)[0] for mutant in tried]
    killers = {
        check.id: frozenset(n for n, ids in enumerate(failed) if check.id in ids) for check in asked
    }
    solved = course.solved(instance, session, instance.solution())
    wrong = failing(course, instance, solved, session)[0]
    out = []
    for check in asked:
        mine = killers[check.id]
        sharpest = min(mine, key=lambda n: len(failed[n])) if mine else None
        out.append(
            Mutation(
                trap.id if session == len(trap.sessions) else trap.fixture.name,
                trap.sessions[session - 1].source,
                check.id,
                check.kind,
                check.id not in wrong,
                len(tried),
                len(mine),
                tried[sharpest].name if sharpest is not None else "",
                tuple(o for o in killers if mine and o != check.id and killers[o] == mine),
            )
        )
    return out


def unproved(lines: Iterable[Mutation]) -> list[str]:
    """What the table must not hold: checks that the solution fails, or that nothing fails."""
    out = []
    for line in lines:
        where = f"check {line.check} ({line.kind}) of {line.trap_id}"
        if not line.solution:
            out.append(f"{where} is failed by the solution")
        if not line.killed:
            out.append(f"{where} is failed by no filling and no wrong tree: add one")
    return out


def together(lines: Iterable[Mutation]) -> list[tuple[str, tuple[str, ...]]]:
    """(trap, its checks) for every group of checks that fail only together."""
    groups = {(x.trap_id, tuple(sorted((x.check, *x.together)))) for x in lines if x.together}
    return sorted(groups)
