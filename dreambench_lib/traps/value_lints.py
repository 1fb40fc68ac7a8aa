"""Lints of what a trap mints: no value is guessable, ambiguous or given away."""

from __future__ import annotations

import re

from .bench import Course, GateResult
from .faults import plain
from .slots import bits, form_regex, names_in

MIN_BITS = 20.0


def forms(course: Course) -> GateResult:
    """No value of a slot, as minted, is one that another slot of the trap could have."""
    trap, faults = course.template, []
    shaped = [slot for slot in trap.slots if slot.form]
    for instance in course.instances():
        for fact, value in instance.values.items():
            for slot in shaped:
                if "." in fact and fact.split(".")[0] != slot.name:
                    if form_regex(slot.form or "").fullmatch(value):
                        faults.append(
                            f"seed {instance.seed}: {fact} = {value} has the form of slot "
                            f"{slot.name}: give the two different frames"
                        )
    return course.result("forms", faults)


def minted_once(course: Course) -> GateResult:
    """In minted notes, a slot's candidates beside a cue are the carried facts' values, no others.

    So no value matches another slot's form, and no ordinary note offers a candidate.
    """
    faults = []
    for instance in course.instances():
        for note in instance.all_notes():
            facts = instance.carried.get(note.id, ())
            for slot in course.template.slots:
                if not slot.cued(note.text):
                    continue
                wanted = {
                    instance.values[fact] for fact in facts if fact.split(".")[0] == slot.name
                }
                stray = set(slot.candidates(note.text)) - wanted
                if stray:
                    kind = "an ordinary note" if not facts else f"the note with {facts[0]}"
                    faults.append(
                        f"seed {instance.seed}: {kind} offers {sorted(stray)} for {slot.name}"
                    )
    return course.result("minted-once", faults)


def ordinary(course: Course) -> GateResult:
    """No text of the fixture's bank holds a candidate of any slot beside a cue of it."""
    trap, faults = course.template, []
    for note in trap.fixture.bank:
        for number, text in enumerate(note.texts, start=1):
            for slot in trap.slots:
                if slot.cued(plain(text)) and slot.candidates(plain(text)):
                    faults.append(
                        f"text {number} of ordinary note {note.name} offers "
                        f"{slot.candidates(plain(text))} for {slot.name}"
                    )
    return course.result("ordinary", faults)


def secrets(course: Course) -> GateResult:
    """Minted values stand only in expected output, never on the asking side of a check."""
    faults = [
        f"{check.id}: {names_in(probe)} stands in the probe: keep secrets in 'is' and 'has'"
        for check in course.template.checks
        if names_in(probe := check.probe.model_dump_json() + (check.equals_file or ""))
    ]
    return course.result("secrets", faults)


def entropy(course: Course) -> GateResult:
    """Every form has at least 20 bits; bare numbers need a frame."""
    faults = []
    for slot in course.template.slots:
        if slot.form is None:
            continue
        if bits(slot.form) < MIN_BITS:
            faults.append(f"slot {slot.name}: {slot.form} has {bits(slot.form):.1f} bits, not 20")
        if re.fullmatch(r"\{\d+D\}", slot.form):
            faults.append(f"slot {slot.name}: a bare number needs a frame, e.g. <{slot.form}>")
    return course.result("entropy", faults)
