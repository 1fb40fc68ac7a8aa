"""The leakage scan: minted values outside their own instance, and labels in what agents see."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from ..records import Note, ShownItem
from . import rules
from .mint import Instance
from .template import Template

MIN_LENGTH = 4
CODES = tuple(f"C{number}" for number in range(1, 11))


class Leak(NamedTuple):
    """Something that stands where it must not."""

    trap: str
    seed: int
    what: str
    where: str


def secrets_of(instance: Instance) -> dict[str, str]:
    """Fact id to minted value: whatever could give an answer away."""
    trap = instance.template
    return {
        fact: value
        for fact, value in instance.values.items()
        if "." in fact and trap.slot(fact.split(".")[0]).form and len(value) >= MIN_LENGTH
    }


def public_texts(instance: Instance) -> dict[str, str]:
    """Everything of an instance that an agent or a memory may come to see, notes left out."""
    trap = instance.template
    return {
        **{f"prompt of {s.source}": s.prompt for s in trap.sessions},
        **{f"{trap.fixture.name}/{path}": text for path, text in trap.fixture.files.items()},
        **{
            f"{s.source}/{path}": text
            for s in trap.sessions
            for files in (s.right, *s.overlays.values())
            for path, text in files.items()
        },
        "task token": instance.token,
    }


def values_astray(instances: Sequence[Instance]) -> list[Leak]:
    """Minted values in any prompt or file, or in another instance's notes."""
    minted = [(at, fact, v) for at, i in enumerate(instances) for fact, v in secrets_of(i).items()]
    # Traps of a fixture share most texts, and seeds of a trap all of them: each is searched once.
    shared: dict[str, str] = {}
    for instance in instances:
        for where, text in public_texts(instance).items():
            shared.setdefault(text, f"{where} of {instance.template.id}")
    everything = "\x00".join(shared)
    notes = ["\x00".join(note.text for note in i.all_notes()) for i in instances]
    found = []
    for at, fact, value in minted:
        mine = instances[at]
        if value in everything:
            where = next(where for text, where in shared.items() if value in text)
            found.append(Leak(mine.template.id, mine.seed, f"{fact} = {value}", where))
        found += [
            Leak(
                mine.template.id,
                mine.seed,
                f"{fact} = {value}",
                f"notes of {instances[other].template.id}, seed {instances[other].seed}",
            )
            for other, text in enumerate(notes)
            if other != at and value in text
        ]
    return found


def labels_shown(
    instances: Iterable[Instance],
    labels: Collection[str],
    render: Callable[[Sequence[ShownItem], dict[str, Note]], str],
) -> list[Leak]:
    """Construct codes, trap ids or `labels` in bytes that the harness itself shows an agent.

    Those are the context's title and headers, the task token, the project, the paths of the tree
    and of the query, and the ids of notes. Prompts, notes and the repository's own text are the
    trap's words: there construct codes and labels that are ordinary words do not count.
    """
    known = list(instances)
    strict, plain = patterns({i.template.id for i in known}, labels)
    found: dict[Leak, None] = {}
    for instance in known:
        trap, notes = instance.template, instance.all_notes()
        context = render(rules.oldest_first(instance), {note.id: note for note in notes})
        shown = {
            "context header": headers(context),
            "task token": instance.token,
            "project": trap.fixture.name,
            "paths": "\n".join([*paths(trap), *trap.opens]),
            "ids of notes": "\n".join(note.id for note in notes),
        }
        written = public_texts(instance) | {f"note {note.id}": note.text for note in notes}
        for pattern, texts in ((strict, shown), (plain, written)):
            for where, text in texts.items():
                if match := pattern.search(text):
                    found[Leak(trap.id, instance.seed, match[0], where)] = None
    return list(found)


def headers(context: str) -> str:
    """The lines of a context that the harness writes: title and headers, not the items' text."""
    return "\n".join(line for line in context.splitlines() if line[:1] not in ("", " "))


def paths(trap: Template) -> set[str]:
    """Every path that a workspace of `trap` may have."""
    return {*trap.fixture.files}.union(
        *(files for s in trap.sessions for files in (s.right, *s.overlays.values()))
    )


def patterns(
    ids: Collection[str], labels: Collection[str]
) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """(for what the harness writes, for what people wrote): which words give a trap away."""
    strict = _any_of([*CODES, *ids, *labels])
    return strict, _any_of([*ids, *(label for label in labels if not label.isalpha())])


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    body = "|".join(map(re.escape, sorted(set(words), key=lambda word: (-len(word), word))))
    return re.compile(rf"(?<![\w-])(?:{body})(?![\w-])")
