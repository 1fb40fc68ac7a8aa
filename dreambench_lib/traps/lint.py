"""Lints of a trap's words: what stands in its texts, prompts and checks. Nothing is run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from .bench import Course, GateResult, governing
from .faults import cue_faults, plain, told
from .skeletons import named_after_fixture
from .slots import names_in, word_regex
from .template import Event, Template
from .value_lints import entropy, forms, minted_once, ordinary, secrets

Lint = Callable[[Course], GateResult]
MIN_WORDS, MAX_WORDS, MIN_TEXTS = 15, 100, 3


def _texts(trap: Template) -> Iterator[tuple[Event, int, str]]:
    for event in trap.events:
        for number, text in enumerate(trap.texts[event.name], start=1):
            yield event, number, text


def cues(course: Course) -> GateResult:
    """A cue stands in every text of a note that states a slot's value, and in no sister's note."""
    return course.result("cues", list(cue_faults(course.template)))


def states(course: Course) -> GateResult:
    """Every text states exactly the values (or ways) that its event carries."""
    trap, faults = course.template, []
    for event, number, text in _texts(trap):
        placeholders, stated = set(names_in(text)), told(trap, event)
        for fact in map(trap.fact, event.carries):
            if trap.slot(fact.slot).form and fact.status != "support":
                if fact.id not in placeholders:
                    faults.append(
                        f"text {number} of event {event.name} does not show {{{{{fact.id}}}}}"
                    )
        for slot in trap.slots:
            ways, found = stated.get(slot.name, set()), set(slot.candidates(plain(text)))
            if slot.form is None and (ways or slot.cued(plain(text))) and found != ways:
                faults.append(
                    f"text {number} of event {event.name} states {slot.name} = "
                    f"{sorted(found) or 'nothing'}, but the event carries "
                    f"{sorted(ways) or 'nothing'}: mind the wordings"
                )
        stray = placeholders & {f.id for f in trap.facts} - set(event.carries)
        if stray:
            faults.append(f"text {number} of {event.name} shows {sorted(stray)} uncarried")
    return course.result("states", faults)


def marks(course: Course) -> GateResult:
    """Each text of a marking event uses its mark, and no text marks a current fact by accident."""
    trap, instance = course.template, course.instance(course.bench.seeds[0])
    values = {*instance.values.values()} | {
        wording for slot in trap.slots for ways in slot.wordings.values() for wording in ways
    }
    roles = {event.by for event in trap.events} | {note.by for note in trap.fixture.bank}
    project, uses = trap.fixture.name, course.bench.marks.uses
    current = {instance.values[fact] for fact in governing(trap)}
    faults = []
    for event, number, text in _texts(trap):
        where = f"text {number} of event {event.name}"
        shown = filled_text(text, dict(instance.values))
        if event.mark and not uses(event.mark, shown, values, roles, project):
            faults.append(f"{where} does not use the mark {event.mark} (agents/marks.py)")
        struck = course.bench.marks.struck_in(shown, values) & current
        if struck:
            faults.append(f"{where} reads as if it struck the current {sorted(struck)}")
        if set(event.carries) & governing(trap) and event.mark not in ("foreign", "only"):
            if uses("foreign", shown, values, roles, project):
                faults.append(f"{where} carries a current fact but names another project")
    return course.result("marks", faults)


def filled_text(text: str, values: dict[str, str]) -> str:
    """A text with its values filled and neutral words elsewhere (an ``each`` fact: any word's)."""
    known = {name.split("@")[0]: value for name, value in values.items()} | values
    return re.sub(r"\{\{([^{}]+)\}\}", lambda match: known.get(match[1].strip(), "Nobody"), text)


def leaks(course: Course) -> GateResult:
    """No prompt, fixture file or visible test holds a minted value, or names construct or trap."""
    trap = course.template
    public = {f"the prompt of {s.source}": s.prompt for s in trap.sessions}
    public |= {f"{trap.fixture.name}/{path}": text for path, text in trap.fixture.files.items()}
    texts = {f"text {n} of event {e.name}": text for e, n, text in _texts(trap)}
    texts |= {
        f"text {n} of ordinary note {note.name}": text
        for note in trap.fixture.bank
        for n, text in enumerate(note.texts, start=1)
    }
    written = {
        f"{s.source}/{path}": text
        for s in trap.sessions
        for files in (s.right, *s.overlays.values())
        for path, text in files.items()
    }
    faults = []
    label = re.compile(rf"\b{trap.construct_id}\b|{re.escape(trap.id)}|dreambench", re.IGNORECASE)
    for place, text in {**public, **texts, **written}.items():
        if match := label.search(text):
            faults.append(f"{place} names {match[0]!r}")
    for instance in course.instances():
        minted = {
            value
            for fact, value in instance.values.items()
            if fact.split("@")[0] not in trap.tokens
            and trap.slot(fact.split(".")[0]).form is not None
        }
        for place, text in {**public, **written}.items():
            for value in minted:
                if word_regex(value).search(text):
                    faults.append(f"seed {instance.seed}: {place} holds the minted {value}")
    return course.result("leaks", faults)


def texts(course: Course) -> GateResult:
    """At least three texts a note, each of 15 to 100 words, and no TODO of the scaffold left."""
    trap = course.template
    faults = ["'why' is still TODO: say it in a sentence"] if trap.why.startswith("TODO") else []
    faults += [
        f"the prompt of {session.source} is still TODO: ask for the work"
        for session in trap.sessions
        if session.prompt.startswith("TODO")
    ]
    told = {f"event {name}": texts for name, texts in trap.texts.items()}
    told |= {f"ordinary note {note.name}": note.texts for note in trap.fixture.bank}
    for place, paraphrases in told.items():
        if len(set(paraphrases)) < MIN_TEXTS:
            faults.append(f"{place} has {len(set(paraphrases))} different texts, not three")
        for number, text in enumerate(paraphrases, start=1):
            if not MIN_WORDS <= len(text.split()) <= MAX_WORDS:
                faults.append(
                    f"text {number} of {place} has {len(text.split())} words, not 15 to 100"
                )
    return course.result("texts", faults)


def order(course: Course) -> GateResult:
    """Where events are ordered, their document dates do not contradict the order."""
    trap, faults = course.template, []
    for session in range(1, len(trap.sessions)):
        ordered = [e for e in trap.events if e.after == session and e.order is not None]
        ordered.sort(key=lambda event: event.order or 0)
        faults += [
            f"event {late.name} comes after {early.name} but bears an earlier date"
            for early, late in pairwise(ordered)
            if late.date < early.date
        ]
    return course.result("order", faults)


def skeleton(course: Course) -> GateResult:
    """The skeleton names the story's shape: not the fixture, about which many stories are told."""
    trap, faults = course.template, []
    if trap.skeleton.startswith("TODO"):
        faults.append("'skeleton' is still TODO: name the story's shape")
    if fixture := named_after_fixture(trap, [trap.fixture.name]):
        faults.append(
            f"'skeleton' begins with the fixture's name {fixture}: name the story's shape, which "
            "any fixture could have"
        )
    return course.result("skeleton", faults)


LINTS: tuple[Lint, ...] = (
    cues,
    states,
    forms,
    minted_once,
    ordinary,
    marks,
    secrets,
    entropy,
    leaks,
    texts,
    order,
    skeleton,
)
