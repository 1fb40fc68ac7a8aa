"""`reader-careful`: heeds lifecycle, place, strikes, authority and time, in that order.

It does not count repetitions, follow references between notes, or infer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from dreambench_lib.agents.marks import names_other_project, ranking, struck_values
from dreambench_lib.agents.readers.fill import Candidate, Clause, Reading, Statement, shown_first
from dreambench_lib.agents.readers.reader import Reader
from dreambench_lib.memory.context import ContextItem
from dreambench_lib.traps.slots import Slot

K = TypeVar("K", str, int)


def active_only(reading: Reading) -> Reading:
    """Drop items whose shown status is not active."""
    return reading.believe(lambda statement: statement.item.status == "active")


def here_only(reading: Reading) -> Reading:
    """Drop items and statements about another repository, service, project or release line.

    An item is about another place when its header says so, or when a statement that offers no
    value itself names one (it says where the whole note comes from). A statement that offers a
    value and names another place falls alone.
    """
    ours = {name.lower() for name in reading.ours}
    elsewhere = set()
    for statement in reading.statements:
        if names_other_project(statement.text, reading.ours) and not _offers(statement, reading):
            elsewhere.add(statement.item)

    def here(statement: Statement) -> bool:
        abouts = {about.lower() for about in statement.item.abouts}
        return (
            (not abouts or bool(abouts & ours))
            and statement.item not in elsewhere
            and not names_other_project(statement.text, reading.ours)
        )

    return reading.believe(here)


def _offers(statement: Statement, reading: Reading) -> bool:
    return any(slot.candidates(statement.text) for slot in reading.slots)


def not_struck(reading: Reading) -> Reading:
    """Drop a value that a statement strikes by name, or names as replaced."""
    if not reading.candidates:
        return reading
    names = {name: value for c in reading.candidates for name, value in _names(reading.slot, c)}
    struck = {
        names[name]
        for statement in reading.statements
        for name in struck_values(statement.text, names)
    }
    return reading.keep(lambda candidate: candidate.value not in struck)


def _names(slot: Slot, candidate: Candidate) -> list[tuple[str, str]]:
    """The texts that may stand for a candidate: its value, or its way's wordings."""
    texts = slot.wordings.get(candidate.value, (candidate.value,)) if slot.ways else ()
    return [(text, candidate.value) for text in texts or (candidate.value,)]


def ranked_sources(reading: Reading) -> Reading:
    """Where a statement ranks two sources, keep the winner's candidates if there are any."""
    if not reading.candidates:
        return reading
    roles = {role for statement in reading.statements for role in statement.item.authors}
    for statement in reading.statements:
        if found := ranking(statement.text, roles):
            winner = found.winner
            kept = reading.keep(lambda c, winner=winner: winner in c.item.authors)  # type: ignore[misc]
            reading = kept if kept.candidates else reading
    return reading


def _largest(reading: Reading, key: Callable[[Candidate], K]) -> Reading:
    best = max((key(candidate) for candidate in reading.candidates), default=None)
    return reading.keep(lambda candidate: key(candidate) == best)


def _date(item: ContextItem) -> str:
    return max(item.dates, default="")


def latest_date(reading: Reading) -> Reading:
    """Keep the candidates with the latest document date (an item without one comes last)."""
    return _largest(reading, lambda candidate: _date(candidate.item))


def later_session(reading: Reading) -> Reading:
    """Keep the candidates from the latest session."""
    return _largest(reading, lambda candidate: max(candidate.item.sessions, default=0))


def more_cues(reading: Reading) -> Reading:
    """Keep the candidates whose statement holds the most cues of the slot."""
    return _largest(reading, lambda candidate: reading.slot.cued(candidate.statement.text))


CLAUSES: tuple[Clause, ...] = (
    active_only,
    here_only,
    not_struck,
    ranked_sources,
    latest_date,
    later_session,
    more_cues,
    shown_first,
)


class Careful(Reader):
    """The reader whose numbers are the main ones; each clause is ablated in a test."""

    policy = CLAUSES
