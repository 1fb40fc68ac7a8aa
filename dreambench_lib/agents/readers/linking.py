"""`reader-linking`: careful, and it follows references (``INC-204``) between shown notes.

A sensitivity row only: it shows how much of a result hangs on a reader that cannot do this.
"""

from __future__ import annotations

import re
from dataclasses import replace

from dreambench_lib.agents.marks import struck_values
from dreambench_lib.agents.readers.careful import CLAUSES, active_only, here_only
from dreambench_lib.agents.readers.fill import Candidate, Clause, Reading
from dreambench_lib.agents.readers.reader import Reader

_REFERENCE = re.compile(r"(?<![\w-])[A-Z]{1,6}-\d{1,6}(?![\w-])")


def references(text: str, reading: Reading) -> set[str]:
    """Ticket, notice and incident numbers in `text` that are no slot's value."""
    values = {value for slot in reading.slots if slot.form for value in slot.candidates(text)}
    return set(_REFERENCE.findall(text)) - values


def linked_cues(reading: Reading) -> Reading:
    """Items that share a reference with a cued item lend their values, too."""
    cued = {s.item for s in reading.statements if reading.slot.cued(s.item.text)}
    known = {ref for item in cued for ref in references(item.text, reading)}
    more = [
        Candidate(value, statement)
        for statement in reading.statements
        if statement.item not in cued and known & references(statement.item.text, reading)
        for value in reading.slot.candidates(statement.text)
    ]
    return replace(reading, candidates=(*reading.candidates, *more))


def not_struck_by_reference(reading: Reading) -> Reading:
    """Drop candidates of items whose reference a statement of a later item strikes."""
    known = {ref for s in reading.statements for ref in references(s.text, reading)}
    struck = {
        (ref, max(statement.item.dates, default=""), statement.item)
        for statement in reading.statements
        for ref in struck_values(statement.text, known)
    }

    def stands(candidate: Candidate) -> bool:
        mine = references(candidate.item.text, reading)
        day = max(candidate.item.dates, default="")
        return not any(
            ref in mine and item != candidate.item and day <= when for ref, when, item in struck
        )

    return reading.keep(stands)


_HEAD: tuple[Clause, ...] = (active_only, here_only, linked_cues, not_struck_by_reference)


class Linking(Reader):
    """Careful's clauses, with two more before the strikes."""

    policy = (*_HEAD, *(clause for clause in CLAUSES if clause not in _HEAD))
