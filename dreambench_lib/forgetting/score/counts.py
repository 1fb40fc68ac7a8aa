"""One question's four counters and what the paper derives from them (arXiv 2604.20006, 4.2)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from dreambench_lib.errors import BadInput

Case = Literal["full", "no forgetting", "no presence", "no criteria"]
"""Which buckets of a question hold criteria; only for `full` does the paper say what FAMA is."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Criteria of one question: satisfied and all, in each of the two buckets.

    >>> Counts(3, 4, 1, 2).mpa
    Fraction(3, 4)
    >>> Counts(3, 2, 0, 0)
    Traceback (most recent call last):
    dreambench_lib.errors.BadInput: presence counters 3 of 2: satisfied must lie between 0 and all
    """

    present: int
    """Presence criteria that are satisfied."""
    presence: int
    absent: int
    """Forgetting criteria whose obsolete content is absent."""
    forgetting: int

    def __post_init__(self) -> None:
        _check("presence", self.present, self.presence)
        _check("forgetting", self.absent, self.forgetting)

    @property
    def case(self) -> Case:
        if self.presence:
            return "full" if self.forgetting else "no forgetting"
        return "no presence" if self.forgetting else "no criteria"

    @property
    def mpa(self) -> Fraction | None:
        """Memory presence accuracy; None where there is no presence criterion."""
        return Fraction(self.present, self.presence) if self.presence else None

    @property
    def faa(self) -> Fraction | None:
        """Forgetting absence accuracy; None where there is no forgetting criterion."""
        return Fraction(self.absent, self.forgetting) if self.forgetting else None

    @property
    def weight(self) -> Fraction | None:
        """The paper's lambda: the forgetting criteria's share of all criteria."""
        total = self.presence + self.forgetting
        return Fraction(self.forgetting, total) if total else None


def paper_fama(counts: Counts) -> Fraction:
    """``max(0, MPA - lambda * (1 - FAA))`` for a question that has both kinds of criteria.

    lambda * (1 - FAA) is the share of all criteria that are violated forgetting criteria, so one
    fraction is enough and nothing is rounded.

    >>> paper_fama(Counts(3, 4, 1, 2))
    Fraction(7, 12)
    """
    if counts.case != "full":
        raise BadInput(
            f"a question with {counts.case} criteria has no FAMA in the paper: score it under a "
            "named policy"
        )
    total = counts.presence + counts.forgetting
    violated = counts.forgetting - counts.absent
    top = counts.present * total - violated * counts.presence
    return Fraction(max(0, top), counts.presence * total)


def _check(bucket: str, good: object, total: object) -> None:
    for value in (good, total):
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadInput(f"{bucket} counter {value!r} is no whole number: count criteria")
    if not 0 <= good <= total:  # type: ignore[operator]
        raise BadInput(f"{bucket} counters {good} of {total}: satisfied must lie between 0 and all")
