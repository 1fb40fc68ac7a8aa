"""Minting: a template and a key give an instance with a public and a sealed half.

Everything that differs between seeds is drawn here: secrets, paraphrases, ordinary notes, names,
ticket numbers, order. Public half: fixture tree, prompts, notes. Sealed half: values, which note
carries which fact, checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from types import MappingProxyType

from ..canonical import sha256
from ..records import Note
from ..trees import Tree, text_tree
from .checks import Check, filled
from .keys import Stream
from .slots import mint_value, names_in, render
from .template import Event, Template


@dataclass(frozen=True)
class Instance:
    """A trap instance of one (run key, trap, seed)."""

    template: Template
    seed: int
    token: str
    """The opaque task id that an agent may see."""
    notes: tuple[tuple[Note, ...], ...]
    """Per warm-up session, in the order in which they arrive."""
    values: Mapping[str, str]
    """Sealed: fact id (``slot.name``, with ``@word`` for each) to its value or way."""
    carried: Mapping[str, tuple[str, ...]]
    """Sealed: note id to the ids of the facts it carries."""
    checks: tuple[Check, ...]

    @cached_property
    def base(self) -> Tree:
        """The clean fixture."""
        return text_tree(self.template.fixture.files)

    @cached_property
    def digest(self) -> str:
        """Digest of all that was minted; two runs with one key agree on it."""
        return sha256(
            {
                "trap": self.template.id,
                "seed": self.seed,
                "notes": [[note.model_dump() for note in session] for session in self.notes],
                "values": dict(sorted(self.values.items())),
                "checks": [check.model_dump(mode="json") for check in self.checks],
            }
        )

    def solution(self) -> dict[str, str]:
        """Slot to the right fill: the current fact's value, else the slot's default."""
        current = self.template.current
        return {
            slot.name: self.values[f"{slot.name}.{current[slot.name]}"]
            if slot.name in current
            else slot.default
            for slot in self.template.slots
        }

    def minted(self, fact_id: str) -> bool:
        """Whether a fact's value was minted (else it is a way, or decides without a value)."""
        return fact_id.split("@")[0] in self._minted

    @cached_property
    def _minted(self) -> frozenset[str]:
        return frozenset(
            fact.id
            for fact in self.template.facts
            if fact.status != "support" and self.template.slot(fact.slot).form is not None
        )

    def session_checks(self, session: int) -> tuple[Check, ...]:
        """The checks of one session; the same tuple each time."""
        return self._session_checks.get(session, ())

    @cached_property
    def _session_checks(self) -> dict[int, tuple[Check, ...]]:
        sessions = {check.session for check in self.checks}
        return {n: tuple(c for c in self.checks if c.session == n) for n in sessions}

    def all_notes(self) -> list[Note]:
        return [note for session in self.notes for note in session]

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The text of every note, by its id."""
        return MappingProxyType({note.id: note.text for note in self.all_notes()})

    def says(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """Sealed: (fact id, plain sentence, ids of the notes that carry it) per governing fact."""
        return list(self._says)

    @cached_property
    def _says(self) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        return tuple(
            (
                fact,
                render(text, self.values),
                tuple(n for n, facts in self.carried.items() if fact in facts),
            )
            for fact, text in self.template.says.items()
        )


def _values(template: Template, stream: Stream) -> dict[str, str]:
    each = {fact: event.each for event in template.events if event.each for fact in event.carries}
    out: dict[str, str] = {}
    for fact in template.facts:
        slot = template.slot(fact.slot)
        if slot.form is None:
            out[fact.id] = fact.name
            continue
        for word in each.get(fact.id, ("",)):
            value = mint_value(slot.form, stream.below)
            while value in out.values():
                value = mint_value(slot.form, stream.below)
            out[f"{fact.id}@{word}" if word else fact.id] = value
    for name, form in template.tokens.items():
        value = mint_value(form, stream.below)
        while value in out.values():
            value = mint_value(form, stream.below)
        out[name] = value
    return out


class _Writer:
    """Writes one instance's notes."""

    def __init__(self, template: Template, values: Mapping[str, str], stream: Stream) -> None:
        self.template, self.values, self.stream = template, values, stream
        self.carried: dict[str, tuple[str, ...]] = {}

    def note(
        self,
        text: str,
        session: int,
        date: str,
        by: str,
        about: str,
        facts: tuple[str, ...] = (),
        extra: Mapping[str, str] | None = None,
    ) -> Note:
        generic = {
            name: self._generic(name)
            for name in dict.fromkeys(names_in(text))
            if name.split(".")[0] in ("person", "number", "ticket")
        }
        body = render(text, {**self.values, **generic, **(extra or {})})
        note_id = "n" + self.stream.hex(10)
        self.carried[note_id] = facts
        return Note(id=note_id, text=body, session=session, date=date, author=by, about=about)

    def _generic(self, name: str) -> str:
        kind = name.split(".")[0]
        if kind == "person":
            return self.stream.choice(self.template.fixture.people)
        return (
            str(self.stream.below(9000) + 1000)
            if kind == "number"
            else (f"T-{self.stream.below(9000) + 1000}")
        )

    def event(self, event: Event) -> list[Note]:
        about = event.where or self.template.fixture.name
        notes = []
        for word in event.each or ("",):
            text = self.stream.choice(self.template.texts[event.name])
            suffix = f"@{word}" if word else ""
            facts = tuple(f + suffix if f + suffix in self.values else f for f in event.carries)
            extra = {
                fact: self.values[fact + suffix]
                for fact in event.carries
                if fact + suffix in self.values
            }
            notes.append(
                self.note(
                    text,
                    event.after,
                    event.date.isoformat(),
                    event.by,
                    about,
                    facts,
                    {**extra, "each": word},
                )
            )
        return notes


def _session_notes(
    writer: _Writer, template: Template, session: int, unused: list[int]
) -> tuple[Note, ...]:
    events = [event for event in template.events if event.after == session]
    ordered = sorted((e for e in events if e.order is not None), key=lambda e: e.order or 0)
    free = [note for e in events if e.order is None for note in writer.event(e)]
    dates = sorted(e.date for e in events) or [template.events[0].date]
    fixed = [note for e in ordered for note in writer.event(e)]
    missing = template.crowd[session - 1] - len(free) - len(fixed)
    for _ in range(max(0, missing)):
        ordinary = template.fixture.bank[unused.pop()]
        spread = max(1, (dates[-1] - dates[0]).days + 8)
        day = dates[0] - timedelta(days=4) + timedelta(days=writer.stream.below(spread))
        free.append(
            writer.note(
                writer.stream.choice(ordinary.texts),
                session,
                day.isoformat(),
                ordinary.by,
                template.fixture.name,
            )
        )
    writer.stream.shuffle(free)
    places = sorted(writer.stream.sample(list(range(len(free) + len(fixed))), len(fixed)))
    out = free
    for place, note in zip(places, fixed, strict=True):
        out.insert(place, note)
    return tuple(out)


def mint(template: Template, key: bytes, seed: int) -> Instance:
    """The instance of (`key`, `template`, `seed`): a pure function of the three."""
    values = _values(template, Stream(key, template.id, seed, "values"))
    writer = _Writer(template, values, Stream(key, template.id, seed, "notes"))
    unused = list(range(len(template.fixture.bank)))
    writer.stream.shuffle(unused)
    notes = tuple(
        _session_notes(writer, template, session, unused)
        for session in range(1, len(template.sessions))
    )
    return Instance(
        template=template,
        seed=seed,
        token="t" + Stream(key, template.id, seed, "token").hex(10),
        notes=notes,
        values=values,
        carried=writer.carried,
        checks=tuple(filled(check, values) for check in template.checks),
    )
