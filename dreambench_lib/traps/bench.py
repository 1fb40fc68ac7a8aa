"""What the gates work with: a judge, readers and a rendering (all passed in), and a memo.

The traps' room imports neither the harness nor the agents; `harness/admit.py` brings them together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ..records import Budget, Note, Record, ShownItem, Verdict
from ..trees import Tree, digest
from .checks import Check
from .mint import Instance, mint
from .rules import Rule
from .slots import Slot
from .solve import apply_solution
from .template import HARM, Fact, Template

Reads = Callable[[Template, str], Mapping[str, str]]
"""A reader: (template, context text) to what each slot is filled with."""
Judge = Callable[[Sequence[Check], Tree], Verdict]
TRIED = 3
"""Seeds at which one pattern of filling is judged; the solution is judged at every seed."""
Render = Callable[[Sequence[ShownItem], Mapping[str, Note]], str]


class Marks(Protocol):
    """The published list of marks, as the lints ask it (the module `agents.marks`)."""

    def uses(
        self,
        mark: str,
        text: str,
        values: Collection[str],
        roles: Collection[str],
        project: str,
    ) -> bool: ...

    def struck_in(self, text: str, values: Collection[str]) -> set[str]: ...


class GateResult(Record):
    """One gate's verdict about one trap."""

    trap: str
    gate: str
    passed: bool
    detail: str = ""
    """Why it failed (with the seed, where one did), or what was recorded."""
    where: str = ""
    """File and line of what failed, where they are known (`places`)."""


@dataclass(frozen=True)
class Bench:
    """Everything a gate may use that is not the trap."""

    judge: Judge
    readers: Mapping[str, Reads]
    """At least ``literal`` and ``careful``."""
    render: Render
    marks: Marks
    key: bytes
    seeds: tuple[int, ...]
    budget: Budget = field(default_factory=Budget)


@dataclass
class Course:
    """One trap on the bench: its instances, and its last session under whatever was shown."""

    template: Template
    bench: Bench
    _instances: dict[int, Instance] = field(default_factory=dict)
    _verdicts: dict[tuple[object, ...], Verdict] = field(default_factory=dict)
    _fills: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)
    _patterns: dict[tuple[tuple[str, ...], ...], list[bool]] = field(default_factory=dict)

    def instance(self, seed: int) -> Instance:
        """The mint of `seed`."""
        if seed not in self._instances:
            self._instances[seed] = mint(self.template, self.bench.key, seed)
        return self._instances[seed]

    def instances(self) -> list[Instance]:
        """The mints of all the bench's seeds."""
        return [self.instance(seed) for seed in self.bench.seeds]

    def before(self, instance: Instance, session: int) -> Tree:
        """The tree that `session` starts from when the earlier ones were solved."""
        tree = instance.base
        if session == len(self.template.sessions) and self.template.start == "clean":
            return tree
        for source in self.template.sessions[: session - 1]:
            tree = apply_solution(tree, source, instance.solution())
        return tree

    def solved(self, instance: Instance, session: int, fills: Mapping[str, str]) -> Tree:
        """The tree after `session` when its slots were filled with `fills`."""
        source = self.template.sessions[session - 1]
        return apply_solution(self.before(instance, session), source, fills)

    def judged(self, checks: Sequence[Check], tree: Tree) -> Verdict:
        """The referee's verdict, asked once per (checks, tree)."""
        asked = tuple(check.model_dump_json() for check in checks)
        key = (asked, digest(tree))
        if key not in self._verdicts:
            self._verdicts[key] = self.bench.judge(checks, tree)
        return self._verdicts[key]

    def last(self, instance: Instance, fills: Mapping[str, str]) -> Verdict:
        """The last session's verdict for `fills`."""
        session = len(self.template.sessions)
        checks = instance.session_checks(session)
        return self.judged(checks, self.solved(instance, session, fills))

    def context(self, instance: Instance, rule: Rule) -> str:
        """What a reader sees under `rule`."""
        return self.bench.render(rule(instance), {n.id: n for n in instance.all_notes()})

    def fills(self, instance: Instance, reader: str, rule: Rule) -> dict[str, str]:
        """How `reader` fills the slots under `rule`."""
        key = (reader, self.context(instance, rule))
        if key not in self._fills:
            self._fills[key] = dict(self.bench.readers[reader](self.template, key[1]))
        return self._fills[key]

    def passes_with(self, instance: Instance, fills: Mapping[str, str]) -> bool:
        """Whether the last session passes with `fills`.

        A filling is judged at the first `TRIED` seeds that come up with its pattern (which fact,
        way or default stands in each slot); where those agree, so do the other seeds.
        """
        tried = self._patterns.setdefault(self._pattern(instance, fills), [])
        if len(tried) >= TRIED and len(set(tried)) == 1:
            return tried[0]
        tried.append(self.last(instance, fills).passed)
        return tried[-1]

    def _pattern(self, instance: Instance, fills: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
        def stands(slot: Slot) -> list[str]:
            fill = fills[slot.name]
            facts = [f for f, v in instance.values.items() if v == fill] if slot.form else []
            return facts or [fill]

        return tuple((slot.name, *stands(slot)) for slot in self.template.slots)

    def passes(self, instance: Instance, reader: str, rule: Rule) -> bool:
        """Whether the last session passes with `reader` under `rule`."""
        return self.passes_with(instance, self.fills(instance, reader, rule))

    def result(self, gate: str, faults: Sequence[str], note: str = "") -> GateResult:
        """`faults` as a gate's verdict (the first three are told)."""
        more = f" (and {len(faults) - 3} more)" if len(faults) > 3 else ""
        detail = "; ".join(dict.fromkeys(faults[:3])) + more if faults else note
        return GateResult(trap=self.template.id, gate=gate, passed=not faults, detail=detail)


def harmful(trap: Template) -> frozenset[str]:
    """Ids of the facts that do harm: superseded, overruled, disproved, out of scope.

    In C10 an irrelevant fact is the foreign value, so it counts.
    """
    return frozenset(fact.id for fact in trap.facts if _harms(trap, fact))


def _harms(trap: Template, fact: Fact) -> bool:
    return fact.status in HARM or (trap.construct_id == "C10" and fact.status == "irrelevant")


def governing(trap: Template) -> frozenset[str]:
    """Ids of the current facts."""
    return frozenset(fact.id for fact in trap.facts if fact.status == "current")


def carried(instance: Instance, note: Note) -> frozenset[str]:
    """Ids of the facts that a note carries, without the word of an ``each`` event."""
    return frozenset(fact.split("@")[0] for fact in instance.carried.get(note.id, ()))


def carriers(instance: Instance) -> list[Note]:
    """The notes that carry facts; the others are ordinary."""
    return [note for note in instance.all_notes() if instance.carried.get(note.id)]
