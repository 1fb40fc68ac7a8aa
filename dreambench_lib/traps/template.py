"""The trap template: what `trap.toml` says, validated; it holds no secret (see traps/FORM.md)."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field, model_validator

from ..records import Record
from .checks import Check
from .slots import Slot

Status = Literal[
    "current", "support", "superseded", "out-of-scope", "overruled", "disproved", "irrelevant"
]
Construct = Literal["C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10"]
Mark = Literal["strike", "replace", "precede", "foreign", "only"]
Rule = Literal["oldest", "newest"]

HARM: frozenset[str] = frozenset({"superseded", "out-of-scope", "overruled", "disproved"})
HURTS: frozenset[str] = frozenset({"C9", "C10"})
"""Constructs in which memory can only hurt; all others need it (RULES 20)."""


class Fact(Record):
    """The smallest unit of truth: a slot's value, or way, with its status."""

    slot: str
    name: str
    status: Status

    @property
    def id(self) -> str:
        return f"{self.slot}.{self.name}"


class Event(Record):
    """A piece of evidence that becomes known after a session."""

    name: str
    after: int = Field(ge=1)
    date: date
    by: str
    carries: tuple[str, ...] = ()
    order: int | None = None
    """Relative order among the ordered events of one session; unordered ones are shuffled."""
    where: str | None = None
    """The project it speaks of, where that is not the fixture."""
    each: tuple[str, ...] = ()
    """One note per word; ``{{each}}`` stands for it and every carried fact is minted anew."""
    mark: Mark | None = None
    """The mark that each of its texts uses (agents/marks.py); linted."""


class SessionSource(Record):
    """One session as written: a prompt and whole files with slots (by overlay name)."""

    source: str
    """``s3`` or ``warm/NAME``."""
    prompt: str
    right: dict[str, str]
    """Path to text with ``{{slot}}`` placeholders."""
    overlays: dict[str, dict[str, str]] = {}
    """``slot=way`` to the files used *instead of* `right` when the slot is filled so."""
    wrong: dict[str, dict[str, str]] = {}
    """Named wrong trees (files over the solution) …"""
    fails: dict[str, tuple[str, ...]] = {}
    """… and the check kinds each must fail."""


class OrdinaryNote(Record):
    """An irrelevant note of a fixture's bank: plausible work talk."""

    name: str
    by: str
    texts: tuple[str, ...] = Field(min_length=1)


class Fixture(Record):
    """A repository that several traps share, with its warm-up sessions and ordinary notes."""

    name: str
    files: dict[str, str]
    test: tuple[str, ...]
    """The visible tests' command."""
    people: tuple[str, ...] = Field(min_length=8)
    bank: tuple[OrdinaryNote, ...]


class Template(Record):
    """One trap. `traps.load` reads it, `traps.mint` fills it."""

    id: str
    construct_id: Construct
    set: Literal["core", "extended"] = "core"
    skeleton: str = ""
    """The story pattern; at most four traps of the set share one."""
    fixture: Fixture
    why: str = Field(min_length=20)
    beats: tuple[Rule, ...] = ()
    interference: bool = False
    sessions: tuple[SessionSource, ...] = Field(min_length=2)
    start: Literal["clean", "continue"] = "continue"
    opens: tuple[str, ...]
    crowd: tuple[int, ...] = (8, 8)
    """Notes in all after each warm-up session; ordinary ones fill up to it."""
    slots: tuple[Slot, ...]
    facts: tuple[Fact, ...]
    says: dict[str, str]
    tokens: dict[str, str] = {}
    """Further minted words shared by the texts (an incident's number): name to form."""
    events: tuple[Event, ...]
    texts: dict[str, tuple[str, ...]]
    checks: tuple[Check, ...]

    @property
    def hurts(self) -> bool:
        """Whether memory can only hurt here (C9, C10)."""
        return self.construct_id in HURTS

    def slot(self, name: str) -> Slot:
        return next(slot for slot in self.slots if slot.name == name)

    def fact(self, fact_id: str) -> Fact:
        return next(fact for fact in self.facts if fact.id == fact_id)

    @property
    def current(self) -> dict[str, str]:
        """Slot to the name of its current fact, where it has one."""
        return {fact.slot: fact.name for fact in self.facts if fact.status == "current"}

    @model_validator(mode="after")
    def _consistent(self) -> Template:
        from .faults import faults

        if found := faults(self):
            raise ValueError("; ".join(found))
        return self
