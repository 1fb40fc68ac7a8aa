"""Pressing an instance: the same trap with filler sessions and distractors put in.

Nothing of the trap changes: values, events, their notes and the scored session's checks are those
of the unpressed instance with the same key and seed, so that pressures can be compared pairwise.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from ...records import Note
from ..checks import Check
from ..keys import Stream
from ..mint import Instance, mint
from ..template import Template
from .dials import NONE, NOTES, Dials
from .fillers import Fillers


def minted(template: Template, key: bytes, seed: int, dials: Dials = NONE) -> Instance:
    """The instance of (`key`, `template`, `seed`) under `dials`: a pure function of the four."""
    instance = mint(template, key, seed)
    return press(instance, key, dials) if dials else instance


def press(instance: Instance, key: bytes, dials: Dials) -> Instance:
    """`instance` with distractors among its notes and filler sessions before the last one."""
    trap = instance.template
    purpose = (trap.id, instance.seed)
    distract = Fillers(instance, Stream(key, *purpose, "distractors"))
    out = _distracted(instance, distract, dials.distractors)
    return _filled(out, Fillers(instance, Stream(key, *purpose, "fillers")), dials.pressure)


def _distracted(instance: Instance, fillers: Fillers, count: int) -> Instance:
    """Distractors, dealt in turn to the sessions of the evidence, each at a drawn place and day."""
    sessions = [list(notes) for notes in instance.notes]
    for number in range(count):
        mine = sessions[number % len(sessions)]
        dates = [note.date for note in mine] or [str(instance.template.events[0].date)]
        place, day = fillers.stream.below(len(mine) + 1), fillers.stream.choice(dates)
        week = date.fromisoformat(day).isocalendar().week
        mine.insert(place, fillers.note(number % len(sessions) + 1, day, week, about_a_cue=True))
    return _with_notes(instance, [tuple(notes) for notes in sessions])


def _filled(instance: Instance, fillers: Fillers, count: int) -> Instance:
    """`count` filler sessions, a week apart, between the evidence and the last session."""
    trap, last = instance.template, len(instance.template.sessions)
    day = max(event.date for event in trap.events)
    sources, asked, notes = [], [], []
    for number in range(last, last + count):
        day += timedelta(days=7)
        week = day.isocalendar().week
        source, check = fillers.session(number, week)
        sources.append(source)
        asked.append(check)
        days = sorted(day - timedelta(days=fillers.stream.below(5)) for _ in range(NOTES))
        notes.append(tuple(fillers.note(number, when.isoformat(), week) for when in days))

    def later(checks: tuple[Check, ...]) -> tuple[Check, ...]:
        return tuple(
            check.model_copy(update={"session": last + count}) if check.session == last else check
            for check in checks
        )

    template = trap.model_copy(
        update={
            "sessions": (*trap.sessions[:-1], *sources, trap.sessions[-1]),
            "crowd": (*trap.crowd, *[NOTES] * count),
            "checks": (*later(trap.checks), *asked),
        }
    )
    pressed = replace(instance, template=template, checks=(*later(instance.checks), *asked))
    return _with_notes(pressed, [*instance.notes, *notes])


def _with_notes(instance: Instance, notes: list[tuple[Note, ...]]) -> Instance:
    carried = {note.id: instance.carried.get(note.id, ()) for row in notes for note in row}
    return replace(instance, notes=tuple(notes), carried=carried)
