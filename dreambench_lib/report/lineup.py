"""Which conditions a figure draws, and what it calls them; tables always hold all of them."""

from __future__ import annotations

from collections.abc import Iterable

from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.report.words import ablation, in_order, ranked

MOST = 21
"""Rows that a figure can hold: as many as the published fold has."""


def lineup(conditions: Iterable[str]) -> list[str]:
    """The rows of a figure, in order: all, or where these are too many, all but the ablations.

    >>> lineup(["ideal", "B5", "A2-rules"])
    ['B5', 'A2-rules', 'ideal']
    >>> lineup(["ideal", "A2-rules", *(f"B{number}" for number in range(20))])[-2:]
    ['B19', 'ideal']
    """
    every = in_order(conditions)
    return every if len(every) <= MOST else [name for name in every if not ablation(name)]


def left_out(conditions: Iterable[str]) -> str:
    """What a figure's note says of the conditions it does not draw; empty where it draws all."""
    every = in_order(conditions)
    fewer = len(every) - len(lineup(every))
    return f"{fewer} ablations stand in the tables only" if fewer else ""


def label(name: str) -> str:
    """A condition's name on an axis: ceilings and controls say what they are.

    >>> label("B5"), label("ideal"), label("random-k")
    ('B5', 'ideal (ceiling)', 'random-k (control)')
    """
    if ranked(name):
        return name
    return f"{name} (ceiling)" if CONDITIONS[name].sealed else f"{name} (control)"
