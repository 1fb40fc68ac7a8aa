"""The gates of TRAPS.md: demands on every trap, derived from its facts and not its construct.

Where two statements of the table conflict, the one derived from facts holds: "oldest-first fails
iff the trap carries harm" decides, whatever ``beats`` or the construct's name say; a ``beats`` that
contradicts it is itself a fault. "At least half of C3" is a demand on a set, see `quotas`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from . import rules
from .bench import Course, GateResult, carried, carriers, governing, harmful
from .rules import Rule

Gate = Callable[[Course], GateResult]
ALWAYS_NEWEST = frozenset({"C6", "C9", "C10"})
COMPLETE: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("C1", "C2", "C6"), (1, 1)),
    "C3": (0, 1),
    **dict.fromkeys(("C4", "C5", "C7", "C8"), (0, 0)),
}
"""How many notes may carry every current fact, by construct (least, most)."""
MANY = 10
"""Shares and differences over seeds are judged from so many seeds on (the standard is 20)."""


def _demand(
    course: Course, readers: Iterable[str], rule: Rule, wanted: bool, name: str
) -> list[str]:
    return [
        f"seed {instance.seed}: {reader} {'fails' if wanted else 'passes'} with {name}"
        for instance in course.instances()
        for reader in readers
        if course.passes(instance, reader, rule) != wanted
    ]


def solution(course: Course) -> GateResult:
    """The solution passes every check of its session, for every seed."""
    faults = []
    for instance in course.instances():
        for check in course.last(instance, instance.solution()).checks:
            if not check.passed:
                faults.append(f"seed {instance.seed}: {check.id} fails: {check.reason}")
    return course.result("solution", faults)


def empty(course: Course) -> GateResult:
    """Nothing shown: passes iff no fact is current (so C9 and C10), both readers."""
    wanted = not governing(course.template)
    faults = _demand(course, ("literal", "careful"), rules.empty, wanted, "nothing shown")
    return course.result("empty", faults)


def says(course: Course) -> GateResult:
    """The plain sentences of the governing facts pass, both readers, every seed."""
    faults = _demand(course, ("literal", "careful"), rules.says, True, "the plain sentences")
    return course.result("says", faults)


def alone_literal(course: Course) -> GateResult:
    """A lone note passes iff it carries every current fact.

    Where no fact is current it fails iff it carries harm. An ordinary note is like nothing shown.
    The number of complete notes is bounded by construct.
    """
    current, harm = governing(course.template), harmful(course.template)
    least, most = COMPLETE.get(course.template.construct_id, (0, 0))
    faults = []
    for instance in course.instances():
        complete = 0
        for note in instance.all_notes():
            facts = carried(instance, note)
            wanted = current <= facts if current else not harm & facts
            complete += bool(current) and current <= facts
            if course.passes(instance, "literal", rules.alone(note)) != wanted:
                which = ", ".join(sorted(facts)) or "no fact"
                verb = "fails" if wanted else "passes"
                faults.append(f"seed {instance.seed}: the note with {which} alone {verb}")
        if not least <= complete <= most:
            faults.append(f"{complete} notes carry every current fact, not {least} to {most}")
    return course.result("alone-literal", faults)


def alone_careful(course: Course) -> GateResult:
    """A harmful note alone misleads the careful reader, too: it takes a harmful value and fails.

    Its metadata are dropped, so that only its text can show why a value does not apply: values
    that the note itself strikes or replaces are exempt, and so is a note whose text shows a
    foreign origin (mark ``foreign`` or ``only``).
    """
    trap, harm, faults = course.template, harmful(course.template), []
    foreign = {
        frozenset(event.carries) for event in trap.events if event.mark in ("foreign", "only")
    }
    for instance in course.instances():
        for note in carriers(instance):
            if carried(instance, note) in foreign:
                continue
            wrong = {
                fact: instance.values[fact]
                for fact in instance.carried[note.id]
                if fact.split("@")[0] in harm
            }
            struck = course.bench.marks.struck_in(note.text, set(instance.values.values()))
            wrong = {fact: value for fact, value in wrong.items() if value not in struck}
            if not wrong:
                continue
            fills = course.fills(instance, "careful", rules.alone_bare(note))
            misled = any(fills[fact.split(".")[0]] == value for fact, value in wrong.items())
            if not misled or course.passes_with(instance, fills):
                which = ", ".join(wrong)
                faults.append(f"seed {instance.seed}: the note with {which} does not mislead")
    return course.result("alone-careful", faults)


def oldest_first(course: Course) -> GateResult:
    """All notes, oldest first, literal: fails iff the trap carries harm."""
    trap = course.template
    harm = bool(harmful(trap))
    faults = _demand(course, ("literal",), rules.oldest_first, not harm, "all notes, oldest first")
    if "oldest" in trap.beats and not harm:
        faults.append("'beats' says oldest, but no fact does harm")
    return course.result("oldest-first", faults)


def newest_first(course: Course) -> GateResult:
    """All notes, newest first, literal: fails where ``beats`` says so; always C6, C9, C10."""
    trap = course.template
    if "newest" not in trap.beats and trap.construct_id not in ALWAYS_NEWEST:
        return course.result("newest-first", [], "not claimed")
    name = "all notes, newest first"
    return course.result(
        "newest-first", _demand(course, ("literal",), rules.newest_first, False, name)
    )


def crowding(course: Course) -> GateResult:
    """Notes ≥ 2 × the budget, more than the budget after each session.

    For C2 and where interference is claimed, the oldest and the newest B notes each pass at most
    half of the seeds, with either reader.
    """
    trap, budget = course.template, course.bench.budget.items
    counts = [len(notes) for notes in course.instance(course.bench.seeds[0]).notes]
    faults = [
        f"{count} notes after session {session}: more than {budget} are needed"
        for session, count in enumerate(counts, start=1)
        if count <= budget
    ]
    if sum(counts) < 2 * budget:
        faults.append(f"{sum(counts)} notes in all: {2 * budget} are needed")
    if (trap.construct_id == "C2" or trap.interference) and len(course.bench.seeds) >= MANY:
        for name, rule in (("oldest", rules.oldest(budget)), ("newest", rules.newest(budget))):
            for reader in ("literal", "careful"):
                passed = [course.passes(i, reader, rule) for i in course.instances()]
                if 2 * sum(passed) > len(passed):
                    faults.append(
                        f"the {name} {budget} notes pass {sum(passed)} of {len(passed)} seeds "
                        f"({reader}), more than half"
                    )
    return course.result("crowding", faults)


def replicate(course: Course) -> GateResult:
    """Outcomes differ between seeds for at least one simple memory.

    The simple memories are the oldest or newest k notes, for any k: where two sessions' notes are
    needed, or a harmful one must be left out, six items always hold the same, so the budget alone
    would never tell.
    """
    if len(course.bench.seeds) < MANY:
        return course.result("replicate", [], f"not asked of fewer than {MANY} seeds")
    notes = sum(map(len, course.instance(course.bench.seeds[0]).notes))
    # Coarse steps first: nearly every trap is settled by one of them.
    for cut in sorted(range(1, notes), key=lambda cut: (cut % 3, cut)):
        for name, rule in (("oldest", rules.oldest(cut)), ("newest", rules.newest(cut))):
            for reader in ("literal", "careful"):
                outcomes = (course.passes(i, reader, rule) for i in course.instances())
                first = next(outcomes)
                if any(outcome != first for outcome in outcomes):
                    return course.result("replicate", [], f"{name} {cut}, {reader}")
    return course.result("replicate", ["every seed has the same outcome under every simple memory"])


def hoarder(course: Course) -> GateResult:
    """Recorded, never gated: everything shown to the careful reader."""
    passed = [course.passes(i, "careful", rules.hoarder) for i in course.instances()]
    return course.result("hoarder", [], f"{sum(passed)} of {len(passed)} seeds pass")


GATES: tuple[Gate, ...] = (
    solution,
    empty,
    says,
    alone_literal,
    alone_careful,
    oldest_first,
    newest_first,
    crowding,
    replicate,
    hoarder,
)
