"""The rule extractor audited on notes that its authors did not see: what it reads of the facts.

Every paraphrase of every note that carries a fact is minted and typed by rule; what came out is
held against the sealed facts. Only counts leave this module, never a note: whoever writes rules
must not see one. That the authors did not is how the project works; no program can prove it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from dreambench_lib.memory.probe.extract import extract
from dreambench_lib.memory.probe.items import CLAIMS, Item
from dreambench_lib.memory.probe.typed import statement
from dreambench_lib.records import Note
from dreambench_lib.traps.mint import Instance, mint
from dreambench_lib.traps.template import Template

Kind = Literal["value", "way", "link", "reach"]
KINDS: dict[Kind, str] = {
    "value": "a minted value, claimed of something",
    "way": "a way of working or a reach, with its wording kept in a typed sentence",
    "link": "a word about other notes: withdrawn, replaced, overruled, narrowed, who decides",
    "reach": "that a foreign value holds elsewhere, or only for a part",
}


class Reading(NamedTuple):
    """One fact in one paraphrase of a note that carries it; 0 or 1 in the last two."""

    trap_id: str
    construct: str
    fact: str
    kind: Kind
    paraphrase: int
    """Its place among the note's texts, from 1; the first is the plainest."""
    found: int
    mentioned: int
    """The value was seen and not claimed: a mention, which repair treats with care."""


def readings(traps: Iterable[Template], key: bytes, seed: int = 1) -> Iterator[Reading]:
    """Every fact of every paraphrase, one mint each."""
    for trap in traps:
        for place in range(max(len(texts) for texts in trap.texts.values())):
            texts = {name: (told[min(place, len(told) - 1)],) for name, told in trap.texts.items()}
            events = {name for name, told in trap.texts.items() if place < len(told)}
            instance = mint(trap.model_copy(update={"texts": texts}), key, seed)
            yield from _instance(instance, events, place + 1)


def _instance(instance: Instance, events: set[str], place: int) -> Iterator[Reading]:
    trap = instance.template
    told = {fact for e in trap.events if e.name in events for fact in e.carries}
    known = frozenset(note.about for note in instance.all_notes())
    for note in instance.all_notes():
        items = extract(note, "e", 1, known)
        for fact in instance.carried[note.id]:
            if fact.partition("@")[0] in told:
                for kind, found, mentioned in _read(fact, note, items, instance):
                    yield Reading(
                        trap.id, trap.construct_id, fact, kind, place, int(found), int(mentioned)
                    )


def _read(
    fact_id: str, note: Note, items: list[Item], instance: Instance
) -> Iterator[tuple[Kind, bool, bool]]:
    trap = instance.template
    fact = trap.fact(fact_id.partition("@")[0])
    if fact.status == "support":
        yield "link", any(i.fact and i.fact.kind not in CLAIMS for i in items), False
        return
    if not instance.minted(fact_id):
        slot = trap.slot(fact.slot)
        yield "way", any(fact.name in slot.candidates(statement(i)) for i in items), False
        return
    value = instance.values[fact_id]
    held = [i for i in items if i.fact and i.fact.kind in CLAIMS and i.fact.value == value]
    claimed = [i for i in held if i.fact and i.fact.kind == "value"]
    yield "value", bool(claimed), bool(held) and not claimed
    if fact.status == "out-of-scope":
        yield "reach", bool(held) and all(_elsewhere(i, trap.fixture.name) for i in held), False


def _elsewhere(item: Item, here: str) -> bool:
    scope = item.fact.scope if item.fact else ()
    return bool(item.repo_scope != here or scope or item.task_scope or item.valid_until)


class Share(NamedTuple):
    """One line of the audit."""

    kind: str
    construct: str
    """``all``, or one."""
    paraphrase: int
    """0: all of them."""
    found: int
    mentioned: int
    of: int


def shares(rows: Iterable[Reading]) -> list[Share]:
    """By kind: in all, by paraphrase, and by construct; a line only where there was something."""
    rows = list(rows)
    constructs = sorted({row.construct for row in rows}, key=lambda code: int(code[1:]))
    places = sorted({row.paraphrase for row in rows})
    groups = [("all", 0), *(("all", p) for p in places), *((code, 0) for code in constructs)]
    found = []
    for kind in KINDS:
        for construct, place in groups:
            part = [
                row
                for row in rows
                if row.kind == kind
                and construct in ("all", row.construct)
                and place in (0, row.paraphrase)
            ]
            if part:
                read, seen = sum(row.found for row in part), sum(row.mentioned for row in part)
                found.append(Share(kind, construct, place, read, seen, len(part)))
    return found
