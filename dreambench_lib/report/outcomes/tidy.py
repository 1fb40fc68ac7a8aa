"""Rows of (system, cluster, replicate, score) as statistics take them, or one sentence why not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from dreambench_lib.errors import BadInput, unknown

ROLES = ("system", "cluster", "replicate", "score")
_WORDS = {"true": "1", "false": "0"}


class Row(NamedTuple):
    """One outcome as a file has it; `place` says where, for a sentence about it."""

    place: str
    system: str
    cluster: str
    replicate: str
    score: Any


@dataclass(frozen=True)
class Outcomes:
    """Scores by system, then by (cluster, replicate); all whole numbers."""

    source: str
    systems: Mapping[str, Mapping[tuple[str, Any], int]]
    left_out: tuple[str, ...] = ()
    """Runs that ended through no fault of the system, each with its reason."""
    note: str = ""
    """What had to be assumed about the format."""

    def of(self, system: str) -> Mapping[tuple[str, Any], int]:
        """One system's scores; a wrong name lists the right ones."""
        if system not in self.systems:
            raise unknown(f"system in {self.source}", system, sorted(self.systems))
        return self.systems[system]

    @property
    def binary(self) -> bool:
        """Whether every score is 0 or 1."""
        return all(score in (0, 1) for cells in self.systems.values() for score in cells.values())


def tidy(
    rows: Iterable[Row], source: str, left_out: Iterable[str] = (), note: str = ""
) -> Outcomes:
    """Rows as outcomes.

    Raises:
        BadInput: No row, an empty name, a score that is no whole number, a cell that comes twice.

    >>> tidy([Row("line 2", "A", "t1", "1", "1"), Row("line 3", "A", "t1", "2", 0.0)], "f").of("A")
    {('t1', 1): 1, ('t1', 2): 0}
    """
    listed = list(rows)
    if not listed:
        raise BadInput(f"{source} has no outcomes: give at least one row")
    numbered = all(row.replicate.lstrip("-").isdigit() for row in listed)
    found: dict[str, dict[tuple[str, Any], int]] = {}
    for row in listed:
        for role in ROLES[:3]:
            if not getattr(row, role):
                raise BadInput(f"{row.place} of {source} has no {role}: give one, or drop the row")
        cell = (row.cluster, int(row.replicate) if numbered else row.replicate)
        cells = found.setdefault(row.system, {})
        if cell in cells:
            raise BadInput(
                f"{row.place} of {source} gives system {row.system!r}, cluster {row.cluster!r}, "
                f"replicate {row.replicate} a second time: keep the one that counts, or name the "
                "column that tells replicates apart (--columns replicate=NAME)"
            )
        cells[cell] = _score(row, source)
    return Outcomes(source, found, tuple(left_out), note)


def _score(row: Row, source: str) -> int:
    given = row.score
    text = str(int(given)) if isinstance(given, bool) else str(given).strip()
    text = _WORDS.get(text.lower(), text)
    if text.lower() in ("", "nan", "none", "<na>"):
        raise BadInput(
            f"{row.place} of {source} has no score: leave the row out and declare what to do about "
            "missing cells (--missing), or give the score"
        )
    try:
        score = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{row.place} of {source} has the score {text!r}: give a number") from None
    if score.denominator != 1:
        raise BadInput(
            f"{row.place} of {source} has the score {text}, not a whole number: "
            "multiply all scores by their common denominator first"
        )
    return int(score)


def roles_of(given: Mapping[str, str] | None, known: Mapping[str, str]) -> dict[str, str]:
    """The columns by role: what is given over what is usual; a wrong role lists the right ones.

    >>> roles_of({"system": "model"}, {"system": "system", "score": "score"})
    {'system': 'model', 'score': 'score'}
    """
    for role in given or {}:
        if role not in ROLES:
            raise unknown("role of a column", role, ROLES)
    return {**known, **(given or {})}
