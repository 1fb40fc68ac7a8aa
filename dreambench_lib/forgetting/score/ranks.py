"""Table 3's order under each empty-bucket policy: what one third of the questions can move.

All reasoning questions of the release, and four others, have no forgetting criterion. The printed
cells were made as the released code does it. Leaving such questions out drops the reasoning cells;
in a cell with a few of them only bounds can be given, since question scores are not published.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from dreambench_lib.forgetting.keys import DURATIONS, TASKS
from dreambench_lib.forgetting.score.published import Subject


class Standing(NamedTuple):
    """One subject under one policy."""

    subject: str
    group: str
    low: Fraction | None
    """Sum over the cells that are left; None where the policy leaves a sum undefined."""
    high: Fraction | None
    best: int | None
    """Best rank that the bounds allow, from 1."""
    worst: int | None
    scale: int
    """100 times the number of cells in the sum."""


Empty = Mapping[tuple[str, str], tuple[int, int]]
"""(task, duration) -> questions, and those without a forgetting criterion."""


def empty_buckets(census: Mapping[str, Any]) -> Empty:
    """From a census (`results/memora/census.json`)."""
    return {
        (row["task"], row["duration"]): (row["questions"], row["no_forgetting"])
        for row in census["buckets"]
    }


def standings(subjects: Sequence[Subject], empty: Empty, policy: str) -> list[Standing]:
    """Subjects by the sum of their cells under a policy, best first.

    `empty` is of the release, whose inventory is not the paper's: with another one the bounds are
    what they would be if the paper's questions had the same empty buckets.
    """
    spans = [_sum(one, empty, policy) for one in subjects]
    out = []
    for one, (low, high, cells) in zip(subjects, spans, strict=True):
        ranks: tuple[int | None, int | None] = (None, None)
        if low is not None and high is not None:
            others = [(a, b) for a, b, _ in spans if a is not None and b is not None]
            ranks = 1 + sum(a > high for a, _ in others), sum(b >= low for _, b in others)
        out.append(Standing(one.name, one.group, low, high, *ranks, 100 * cells))
    return sorted(out, key=lambda s: (-(s.low or Fraction(0)), s.subject, s.group))


def _sum(one: Subject, empty: Empty, policy: str) -> tuple[Fraction | None, Fraction | None, int]:
    low = high = Fraction(0)
    cells = 0
    for place in ((task, duration) for task in TASKS for duration in DURATIONS):
        value = one.cells[place].value
        questions, without = empty[place]
        if policy == "as-released" or not without:
            least = most = value
        elif policy == "undefined":
            return None, None, 0
        elif without == questions:
            continue
        else:
            kept = questions - without
            least = max(Fraction(0), (questions * value - without * 100) / kept)
            most = min(Fraction(100), questions * value / kept)
        low, high, cells = low + least, high + most, cells + 1
    return low, high, cells
