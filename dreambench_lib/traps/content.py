"""Demands on what a set's traps tell: length of notes, look-alikes, disproofs, neutral prompts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .slots import names_in
from .template import Event, Template

Traps = Sequence[Template]
SHARED = 2
"""Words that every look-alike must share with the right note's texts."""
_WORD = re.compile(r"[a-z]{4,}")
_SLOT = re.compile(r"\{\{[^{}]*\}\}")
_ATOM = re.compile(r"\{\d+\w\}")
_CASE = re.compile(r"\b(?:incidents?|post-?mortem|work-?around)\b", re.IGNORECASE)


def lengths(traps: Traps, least: int, most: int) -> list[str]:
    """Every text of a note has `least` to `most` words, ordinary notes included."""
    told: dict[str, tuple[str, ...]] = {}
    for trap in traps:
        told |= {f"event {name} of {trap.id}": texts for name, texts in trap.texts.items()}
        told |= {
            f"ordinary note {note.name} of {trap.fixture.name}": note.texts
            for note in trap.fixture.bank
        }
    return [
        f"text {number} of {place} has {len(text.split())} words, not {least} to {most}"
        for place, texts in told.items()
        for number, text in enumerate(texts, start=1)
        if not least <= len(text.split()) <= most
    ]


def _vocabulary(text: str) -> set[str]:
    return set(_WORD.findall(_SLOT.sub(" ", text.lower())))


def look_alikes(traps: Traps, least: int, most: int) -> list[str]:
    """C2: `least` to `most` notes give a value of the one form, in the right note's words."""
    faults = []
    for trap in (trap for trap in traps if trap.construct_id == "C2"):
        current = {fact.id for fact in trap.facts if fact.status == "current"}
        events = [event for event in trap.events if event.carries]
        notes = sum(max(1, len(event.each)) for event in events)
        if not least <= notes <= most:
            faults.append(f"{trap.id}: {notes} notes give such a value, not {least} to {most}")
        right = {
            word
            for event in events
            if current & set(event.carries)
            for text in trap.texts[event.name]
            for word in _vocabulary(text)
        }
        faults += [
            f"{trap.id}: text {number} of event {event.name} shares fewer than {SHARED} words "
            "with the right note"
            for event in events
            if not current & set(event.carries)
            for number, text in enumerate(trap.texts[event.name], start=1)
            if len(_vocabulary(text) & right) < SHARED
        ]
    return faults


def _events(trap: Template, status: str) -> list[Event]:
    facts = {fact.id for fact in trap.facts if fact.status == status}
    return [event for event in trap.events if facts & set(event.carries)]


def disproofs(traps: Traps) -> list[str]:
    """C9: two notes tell the wrong story; a later one ends it by the case alone, not by value.

    Every text of all of them names one minted case, which is what leads from one to the other.
    """
    faults = []
    for trap in (trap for trap in traps if trap.construct_id == "C9"):
        stories, ends = _events(trap, "disproved"), _events(trap, "support")
        if len(stories) < 2:
            faults.append(f"{trap.id}: the wrong story is told {len(stories)} times, not twice")
        last = max((story.after, story.date) for story in stories) if stories else None
        if not ends or (last and min((end.after, end.date) for end in ends) < last):
            faults.append(f"{trap.id}: no later note disproves the wrong story")
        named = [set(names_in(text)) for e in [*stories, *ends] for text in trap.texts[e.name]]
        if not named or not set.intersection(*named) & set(trap.tokens):
            faults.append(f"{trap.id}: story and disproof do not name one case in every text")
        for end in ends:
            if any(set(names_in(t)) & {f.id for f in trap.facts} for t in trap.texts[end.name]):
                faults.append(f"{trap.id}: event {end.name} disproves by the value, not quietly")
    return faults


def neutral(traps: Traps) -> list[str]:
    """C9 and C10: the prompt names no incident, no frame of the value and no field it fills."""
    return [
        f"{trap.id}: the prompt names {found!r}, as if the foreign or disproved cure were asked for"
        for trap in traps
        if trap.hurts
        for found in _endorsed(trap)
    ]


def _endorsed(trap: Template) -> Iterator[str]:
    prompt = trap.sessions[-1].prompt
    yield from (match[0] for match in _CASE.finditer(prompt))
    for slot in trap.slots:
        frames = [part for part in _ATOM.split(slot.form or "") if sum(map(str.isalnum, part)) > 1]
        yield from (frame for frame in frames if frame in prompt)
        fields = rf"([\w-]+)[:=]\s?[`\"']?\{{\{{{slot.name}\."
        texts = (text for texts in trap.texts.values() for text in texts)
        named = {match[1] for text in texts for match in re.finditer(fields, text)}
        yield from sorted(name for name in named if name in prompt)
