"""What may be wrong with a template as a whole; each fault is a clause of one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .slots import names_in

if TYPE_CHECKING:
    from .template import Event, Template

GENERIC = re.compile(r"^(person|number|ticket)(\.\w+)?$|^each$")
"""Placeholders that every text may use."""


def faults(trap: Template) -> list[str]:
    """Everything that makes `trap` no trap (gates and lints ask for more)."""
    structural = [*_slot_faults(trap), *_fact_faults(trap), *_event_faults(trap)]
    # The other rules look facts and slots up by name, so names must be right first.
    return structural or [*_placeholder_faults(trap), *_overlay_faults(trap), *cue_faults(trap)]


def _slot_faults(trap: Template) -> Iterator[str]:
    for slot in trap.slots:
        if bool(slot.form) == bool(slot.ways):
            yield f"slot {slot.name}: give it a form or ways (exactly one)"
        if slot.ways and slot.default not in slot.ways:
            yield f"slot {slot.name}: default {slot.default!r} is none of its ways"
        if not slot.cues:
            yield f"slot {slot.name} has no cues: name the words by which a note is about it"
        if stray := sorted(set(slot.wordings) - set(slot.ways)):
            yield f"[ways.{slot.name}] words {', '.join(stray)}, which is none of the slot's ways"


def _fact_faults(trap: Template) -> Iterator[str]:
    slots = {slot.name: slot for slot in trap.slots}
    facts = {fact.id for fact in trap.facts}
    for fact in trap.facts:
        if fact.slot not in slots:
            yield (
                f"fact {fact.id}: there is no slot {fact.slot!r}: add it or use one of "
                f"{', '.join(slots)}"
            )
        elif slots[fact.slot].ways and fact.status not in ("support", "irrelevant"):
            if fact.name not in slots[fact.slot].ways:
                yield f"fact {fact.id}: {fact.name!r} is none of the slot's ways"
    carried = {fact for event in trap.events for fact in event.carries}
    for name in sorted(facts - carried):
        yield f"fact {name} is carried by no event: add it to one's 'carries' or drop it"
    for name in sorted(carried - facts):
        yield f"an event carries unknown fact {name}: add it to [fact]"
    for slot in slots:
        if sum(f.slot == slot and f.status == "current" for f in trap.facts) > 1:
            yield f"slot {slot} has more than one current fact: keep one"
    governing = {f.id for f in trap.facts if f.status == "current"}
    if missing := sorted(governing - set(trap.says)):
        yield f"[says] lacks a plain sentence for {', '.join(missing)}: add it"
    if stray := sorted(set(trap.says) - facts):
        yield f"[says] names unknown facts {', '.join(stray)}"


def _event_faults(trap: Template) -> Iterator[str]:
    for event in trap.events:
        texts = trap.texts.get(event.name, ())
        if len(texts) < 3:
            yield f"event {event.name} has {len(texts)} texts: write at least three"
        if event.after >= len(trap.sessions):
            yield (
                f"event {event.name} arrives after session {event.after}, too late: the last "
                f"session is {len(trap.sessions)}"
            )
    if stray := sorted(set(trap.texts) - {event.name for event in trap.events}):
        yield f"[text] names unknown events {', '.join(stray)}"
    if len(trap.crowd) != len(trap.sessions) - 1:
        yield "'crowd' needs one number per warm-up session"
        return
    missing = 0
    for session, wanted in enumerate(trap.crowd, start=1):
        own = sum(max(1, len(e.each)) for e in trap.events if e.after == session)
        missing += max(0, wanted - own)
    if missing > len(trap.fixture.bank):
        yield (
            f"'crowd' needs {missing} ordinary notes, but the bank of {trap.fixture.name} has "
            f"{len(trap.fixture.bank)}: write more"
        )


def _placeholder_faults(trap: Template) -> Iterator[str]:
    known = {fact.id for fact in trap.facts} | set(trap.tokens)
    for event in trap.events:
        for text in trap.texts[event.name]:
            for name in names_in(text):
                if name not in known and not GENERIC.match(name):
                    yield (
                        f"a text of event {event.name} uses unknown name {{{{{name}}}}}: add it "
                        "to [fact] or [token]"
                    )
                if name == "each" and not event.each:
                    yield f"a text of event {event.name} uses {{{{each}}}}, but it has no 'each'"
    for fact, text in trap.says.items():
        for name in names_in(text):
            if name not in known:
                yield f"[says] {fact} uses unknown name {{{{{name}}}}}"
    minted = known | {
        f"{fact}@{word}" for event in trap.events for fact in event.carries for word in event.each
    }
    for check in trap.checks:
        for name in names_in(check.model_dump_json()):
            if name not in minted:
                yield f"check {check.id} uses unknown name {{{{{name}}}}}: add it to [fact]"
    slots = {slot.name for slot in trap.slots}
    for session in trap.sessions:
        folders = {"right": session.right, **session.overlays}
        folders |= {f"wrong/{name}": files for name, files in session.wrong.items()}
        for folder, files in folders.items():
            for path, text in files.items():
                for name in names_in(text):
                    if name not in slots:
                        yield (
                            f"{session.source}/{folder}/{path} uses unknown slot {{{{{name}}}}}: "
                            f"use one of {', '.join(sorted(slots))}"
                        )


def _overlay_faults(trap: Template) -> Iterator[str]:
    slots = {slot.name: slot for slot in trap.slots}
    for session in trap.sessions:
        for overlay in session.overlays:
            name, _, way = overlay.partition("=")
            if name not in slots:
                yield f"{session.source}/{overlay}: there is no slot {name!r}"
            elif way not in slots[name].ways:
                yield f"{session.source}/{overlay}: {way!r} is none of the slot's ways"


# --- cues ---------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """A text with its placeholders blanked (``{{each}}`` stays a word): values hold no cue."""
    return re.sub(r"\{\{each\}\}", "each", re.sub(r"\{\{(?!each\}\})[^{}]+\}\}", "0", text))


def told(trap: Template, event: Event) -> dict[str, set[str]]:
    """Slot's name to the fact names with a value that the event's texts state about it.

    An irrelevant fact belongs to a sister field and is no statement about the slot, but in C10.
    """
    out: dict[str, set[str]] = {}
    for fact in map(trap.fact, event.carries):
        sister = fact.status == "irrelevant" and trap.construct_id != "C10"
        if fact.status != "support" and not sister:
            out.setdefault(fact.slot, set()).add(fact.name)
    return out


def cue_faults(trap: Template) -> Iterator[str]:
    """A cue in every text of a note that states a slot's value, and in no sister's note."""
    for event in trap.events:
        stated = told(trap, event)
        sisters = {trap.fact(fact).slot for fact in event.carries} - set(stated)
        for number, text in enumerate(trap.texts[event.name], start=1):
            for slot in trap.slots:
                cued = slot.cued(plain(text))
                where = f"text {number} of event {event.name}"
                if slot.name in stated and not cued:
                    yield (
                        f"{where} holds no cue of slot {slot.name}: use one of "
                        f"{', '.join(map(repr, slot.cues))}"
                    )
                irrelevant = any(
                    fact.status == "irrelevant" and fact.slot == slot.name
                    for fact in map(trap.fact, event.carries)
                )
                if slot.name in sisters and irrelevant and cued:
                    yield (
                        f"{where}, a sister's, holds a cue of slot {slot.name}: name the sister "
                        "field otherwise"
                    )
