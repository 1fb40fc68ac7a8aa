"""Levels and their scales as types, so that a sum over 300 never passes for a percentage.

question [0, 1] -> task x duration cell [0, 100] (Table 3) -> sum of three cells [0, 300]
(Tables 4 and 5). Values of different levels cannot be added, compared or averaged together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, TypeVar

from dreambench_lib.errors import BadInput


@dataclass(frozen=True, slots=True)
class _Scaled:
    value: Fraction
    top: ClassVar[int] = 1
    level: ClassVar[str] = ""

    def __post_init__(self) -> None:
        if isinstance(self.value, bool) or not isinstance(self.value, int | Fraction):
            raise BadInput(f"{self.level} score {self.value!r} is not exact: give a fraction")
        if not 0 <= self.value <= self.top:
            raise BadInput(
                f"{self.level} score {float(self.value):g} lies outside its scale [0, {self.top}]"
            )
        object.__setattr__(self, "value", Fraction(self.value))

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        return f"{float(self.value):.2f} of {self.top}"


@dataclass(frozen=True, slots=True)
class QuestionScore(_Scaled):
    """One question, [0, 1]."""

    level: ClassVar[str] = "question"


@dataclass(frozen=True, slots=True)
class CellScore(_Scaled):
    """Mean over the questions of one task and duration, times 100: a cell of Table 3."""

    top: ClassVar[int] = 100
    level: ClassVar[str] = "task x duration"


@dataclass(frozen=True, slots=True)
class SumScore(_Scaled):
    """Three cells added: over durations (Table 4) or over tasks (Table 5)."""

    over: Literal["durations", "tasks"]
    top: ClassVar[int] = 300
    level: ClassVar[str] = "summed"


def cell(scores: Iterable[QuestionScore]) -> CellScore:
    """The mean of question scores, on [0, 100].

    >>> print(cell([QuestionScore(Fraction(1, 2)), QuestionScore(Fraction(1))]))
    75.00 of 100
    """
    values = [_only(QuestionScore, one).value for one in scores]
    if not values:
        raise BadInput("a cell without a scored question has no mean: it is undefined")
    return CellScore(100 * sum(values, Fraction(0)) / len(values))


def total(cells: Sequence[CellScore], over: Literal["durations", "tasks"]) -> SumScore:
    """Three cells added; fewer would be another scale."""
    if len(cells) != 3:
        raise BadInput(f"a sum over {over} takes three cells and got {len(cells)}: none may lack")
    return SumScore(sum((_only(CellScore, one).value for one in cells), Fraction(0)), over)


S = TypeVar("S", bound=_Scaled)


def _only(kind: type[S], one: object) -> S:
    if type(one) is not kind:
        raise BadInput(f"a {kind.level} score is wanted here and {one!r} is none: scales differ")
    return one
