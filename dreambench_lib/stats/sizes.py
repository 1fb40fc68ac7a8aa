"""Cluster scores with their numbers of pairs."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any

from dreambench_lib.stats.inputs import StatsInputError, whole_numbers


def scores_and_sizes(scores: Iterable[Any], sizes: Any) -> tuple[list[int], list[int]]:
    """Scores and, for each, how many cells or pairs it sums over.

    >>> scores_and_sizes([1, -2], 3)
    ([1, -2], [3, 3])
    """
    values = whole_numbers(scores)
    if not values:
        raise StatsInputError("scores are empty: there must be at least one cluster")
    pairs = whole_numbers([sizes] * len(values) if isinstance(sizes, Integral) else sizes, "sizes")
    if len(pairs) != len(values) or min(pairs) < 1:
        raise StatsInputError(
            f"sizes must be one positive integer for each of the {len(values)} clusters"
        )
    return values, pairs
