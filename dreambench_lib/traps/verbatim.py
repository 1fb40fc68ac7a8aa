"""The recall-verbatim audit: does one event's text hold everything that the checks need?

Where it does, recalling that note verbatim is enough and the trap asks no more of a memory than to
find it (meant so in C1, C2 and C6). Computed from minted texts, then tried with each reader.
"""

from __future__ import annotations

from typing import NamedTuple

from . import rules
from .bench import Course, carriers
from .mint import Instance


class Verbatim(NamedTuple):
    """One trap's finding over its seeds."""

    trap_id: str
    construct: str
    needed: int
    """Texts that the checks need: minted values they expect, and a wording per current way."""
    seeds: int
    whole: int
    """Seeds with a note whose text holds all of them."""
    passes: tuple[tuple[str, int], ...]
    """Reader to seeds with a note that passes alone."""


def needs(instance: Instance) -> list[tuple[str, ...]]:
    """What the last session's checks need, each as its alternative texts."""
    trap, last = instance.template, len(instance.template.sessions)
    asked = [c for c in trap.checks if c.session == last and c.kind != "regression"]
    expected = " ".join(c.model_dump_json(include={"equals", "has", "equals_file"}) for c in asked)
    out = []
    for slot_name, name in trap.current.items():
        slot, fact = trap.slot(slot_name), f"{slot_name}.{name}"
        if slot.form is None:
            out.append(slot.wordings.get(name, (name,)))
        elif "{{" + fact + "}}" in expected:
            out.append((instance.values[fact],))
    return out


def verbatim(course: Course) -> Verbatim:
    """The audit of one trap."""
    trap, whole = course.template, 0
    passes = dict.fromkeys(course.bench.readers, 0)
    needed = needs(course.instances()[0])
    for instance in course.instances():
        wanted = needs(instance)
        notes = carriers(instance)
        whole += bool(wanted) and any(
            all(any(text.lower() in note.text.lower() for text in texts) for texts in wanted)
            for note in notes
        )
        for reader in passes:
            passes[reader] += bool(wanted) and any(
                course.passes(instance, reader, rules.alone(note)) for note in notes
            )
    return Verbatim(
        trap.id, trap.construct_id, len(needed), len(course.instances()), whole,
        tuple(passes.items()),
    )  # fmt: skip
