"""What may be wrong with a roster that could be read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rosters.fleet import quays, vessels
from rosters.rest import breaches
from rosters.shifts import Shift, from_text, in_order

POSTS = ("master", "mate", "engineer", "deckhand")


def problems(shifts: list[Shift]) -> list[str]:
    """One line for each fault: shift by shift, then those of two shifts, then too little rest."""
    return [*_single(shifts), *breaches(shifts)]


def _single(shifts: list[Shift]) -> Iterator[str]:
    for shift in shifts:
        where = f"{shift.day} {shift.crew}"
        if shift.vessel not in vessels():
            yield f"{where}: unknown vessel {shift.vessel}"
        if shift.quay not in quays():
            yield f"{where}: unknown quay {shift.quay}"
        if shift.post not in POSTS:
            yield f"{where}: unknown post {shift.post}"
        if shift.pause >= shift.length:
            yield f"{where}: the pause is as long as the shift"


def by_crew(shifts: list[Shift]) -> dict[str, list[Shift]]:
    """Each member's shifts in order, members by number."""
    found: dict[str, list[Shift]] = {}
    for shift in in_order(shifts):
        found.setdefault(shift.crew, []).append(shift)
    return dict(sorted(found.items()))


def _overlaps(shifts: list[Shift]) -> Iterator[str]:
    for crew, own in by_crew(shifts).items():
        for first, second in pairwise(own):
            if second.begins < first.ends:
                yield f"{second.day} {crew}: begins before the shift of {first.day} ends"


def problems_of(text: str) -> list[str]:
    """The problems of a roster given as text."""
    return problems(from_text(text))
