"""The gates' simple rules: what of an instance's notes a reader is shown.

They live with the gates; none is an entry of the conditions table. Rendering is not done here:
a rule gives the shown items, and `bench.Course` puts them into the one context format.

"Old" and "new" mean (session, document date, arrival), as for the recency-only control.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from ..records import Budget, Note, ShownItem
from .mint import Instance

Rule = Callable[[Instance], list[ShownItem]]


def _show(texts: Iterable[tuple[str, tuple[str, ...]]], why: str) -> list[ShownItem]:
    return [
        ShownItem(
            rank=rank,
            text=text,
            sources=sources,
            status="active",
            score=None,
            shown=True,
            decision=why,
            words=len(text.split()),
        )
        for rank, (text, sources) in enumerate(texts, start=1)
    ]


def _notes(notes: Iterable[Note], why: str) -> list[ShownItem]:
    return _show(((note.text, (note.id,)) for note in notes), why)


def by_age(instance: Instance) -> list[Note]:
    """All notes, oldest first."""
    return sorted(instance.all_notes(), key=lambda note: (note.session, note.date))


def empty(instance: Instance) -> list[ShownItem]:
    """Nothing."""
    return []


def says(instance: Instance) -> list[ShownItem]:
    """The plain sentences of the governing facts, as an ideal memory would put them."""
    return _show(((text, sources) for _, text, sources in instance.says()), "says")


def oldest_first(instance: Instance) -> list[ShownItem]:
    """Every note, oldest first."""
    return _notes(by_age(instance), "oldest")


def newest_first(instance: Instance) -> list[ShownItem]:
    """Every note, newest first."""
    return _notes(reversed(by_age(instance)), "newest")


hoarder = oldest_first
"""An unbudgeted memory of everything: recorded with the careful reader, never gated."""


def oldest(items: int) -> Rule:
    """The oldest `items` notes, oldest first."""
    return lambda instance: oldest_first(instance)[:items]


def newest(items: int) -> Rule:
    """The newest `items` notes, newest first."""
    return lambda instance: newest_first(instance)[:items]


def verbatim(budget: Budget) -> Rule:
    """Whole notes under the budget, those that share most words with the last prompt first."""

    def rule(instance: Instance) -> list[ShownItem]:
        asked = _words(instance.template.sessions[-1].prompt)
        ranked = sorted(
            by_age(instance), key=lambda note: len(asked & _words(note.text)), reverse=True
        )
        shown: list[Note] = []
        left = budget.words
        for note in ranked:
            size = len(note.text.split())
            if len(shown) < budget.items and size <= left:
                shown.append(note)
                left -= size
        return _notes(shown, "verbatim")

    return rule


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w{4,}", text.lower()))


def alone(note: Note) -> Rule:
    """One note, with its header."""
    return lambda instance: _notes([note], "alone")


def alone_bare(note: Note) -> Rule:
    """One note's text without its metadata, as a memory that drops them would show it."""
    return lambda instance: _show([(note.text, ())], "alone")
