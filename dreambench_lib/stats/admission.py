"""A conformance verdict as a plan carries it: settled before outcomes, and named by its digest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from dreambench_lib.records import Record


class Admission(Record):
    """What the conformance suite said of one condition."""

    condition: str = Field(min_length=1)
    verdict: Literal["admitted", "rejected", "unavailable"]
    why: str = ""
    """Why no slot takes the condition; empty where a slot does."""
    record: str
    """SHA-256 of the conformance record that says so."""

    @property
    def reason(self) -> str:
        """The sentence that a slot of this condition stands at p = 1 for; empty where it may stand.

        >>> Admission(condition="M", verdict="rejected", why="limit: ignored", record="").reason
        'M was rejected by conformance: limit: ignored'
        """
        if not self.why:
            return ""
        verbs = {"admitted": "is admitted with an excuse", "rejected": "was rejected"}
        verb = verbs.get(self.verdict, "is unavailable")
        return f"{self.condition} {verb} by conformance: {self.why}"


def refused(conditions: Iterable[str], admissions: Iterable[Admission]) -> str:
    """Why a slot of these conditions can have no outcome, or "".

    >>> refused(["M", "B0"], [Admission(condition="M", verdict="admitted", record="")])
    ''
    """
    known = {one.condition: one.reason for one in admissions}
    return "; ".join(known[name] for name in conditions if known.get(name))
