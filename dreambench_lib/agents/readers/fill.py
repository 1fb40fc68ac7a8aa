"""What the readers share: statements, candidates, and a policy as a list of named clauses."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import NamedTuple

from dreambench_lib.agents.marks import statements as cut
from dreambench_lib.memo import if_small
from dreambench_lib.memory.context import ContextItem, parse
from dreambench_lib.traps.slots import Slot


class Statement(NamedTuple):
    """One sentence of a shown item."""

    text: str
    item: ContextItem


class Candidate(NamedTuple):
    """A value (or way) that a statement of a cued item offers for a slot."""

    value: str
    statement: Statement

    @property
    def item(self) -> ContextItem:
        return self.statement.item


@dataclass(frozen=True)
class Reading:
    """How far a reader has got with one slot: clauses take one and return a narrower one."""

    slot: Slot
    candidates: tuple[Candidate, ...]
    """In the order shown."""
    statements: tuple[Statement, ...]
    """Whatever is still believed."""
    slots: tuple[Slot, ...]
    """All of the session's slots."""
    ours: Collection[str]
    """What the task calls its own place: the project, and its release line if the prompt says."""

    def keep(self, wanted: Callable[[Candidate], bool]) -> Reading:
        """This reading with only the candidates that are wanted."""
        return replace(self, candidates=tuple(c for c in self.candidates if wanted(c)))

    def believe(self, wanted: Callable[[Statement], bool]) -> Reading:
        """This reading without the statements (and their candidates) that are not wanted."""
        kept = tuple(s for s in self.statements if wanted(s))
        held = set(map(id, kept))
        return replace(
            self,
            statements=kept,
            candidates=tuple(c for c in self.candidates if id(c.statement) in held),
        )


Clause = Callable[[Reading], Reading]


@if_small(64, len)
def statements_of(context: str) -> tuple[Statement, ...]:
    """What a context says, sentence by sentence, in the order shown."""
    return tuple(Statement(text, item) for item in parse(context) for text in cut(item.text))


def open_reading(
    slot: Slot, slots: tuple[Slot, ...], said: tuple[Statement, ...], ours: Collection[str]
) -> Reading:
    """All candidates of `slot`: matches of its form or wordings in items that hold a cue of it."""
    found = tuple(
        Candidate(value, statement)
        for statement in said
        if slot.cued(statement.item.text)
        for value in slot.candidates(statement.text)
    )
    return Reading(slot, found, said, slots, ours)


def decide(reading: Reading, policy: tuple[Clause, ...]) -> str:
    """What the slot is filled with: the candidate that `policy` leaves, else the default.

    Where clauses leave several (as when one is ablated) the smallest value counts, so that an
    ablated policy is deterministic and does not lean on the order shown.
    """
    for clause in policy:
        reading = clause(reading)
    return min((c.value for c in reading.candidates), default=reading.slot.default)


def shown_first(reading: Reading) -> Reading:
    """The candidate shown first."""
    return replace(reading, candidates=reading.candidates[:1])
