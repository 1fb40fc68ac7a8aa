"""Which way to the tail is cheapest; all ways are exact, so this decides speed only."""

from __future__ import annotations

from dreambench_lib.stats.inputs import StatsInputError
from dreambench_lib.stats.tails.halves import halves_tail
from dreambench_lib.stats.tails.order5 import order5_tail
from dreambench_lib.stats.tails.packing import packed_tail
from dreambench_lib.stats.tails.recurrence import recurrence_tail

WeightCounts = tuple[tuple[int, int], ...]
"""Pairs (absolute score, number of clusters with it), scores ascending."""

# About ten minutes and two gigabytes in CPython; beyond that a refusal beats a hung notebook.
_MOST_STEPS = 100_000_000_000
_MOST_ROWS = 1 << 23
_MOST_BITS = 1 << 33
_SMALL_CLUSTERS = 60


def tail_counts(weights: WeightCounts, bound: int) -> tuple[int, int]:
    """Number of subsets with sum <= bound, and with sum == bound.

    >>> tail_counts(((1, 30), (2, 20)), 33) == tail_counts(((1, 30), (2, 20)), 34)
    False
    """
    method = method_for(weights, bound)
    if method == "order5":
        counts = dict(weights)
        return order5_tail(counts.get(1, 0), counts.get(2, 0), counts.get(3, 0), bound)
    if method == "packing":
        return packed_tail(weights, bound)
    if method == "recurrence":
        return recurrence_tail(weights, bound)
    return halves_tail(weights, bound)


def method_for(weights: WeightCounts, bound: int) -> str:
    """The name of the cheapest way, by counting machine steps.

    >>> method_for(((1, 5), (3, 4)), 8), method_for(((1, 500), (3, 400)), 800)
    ('packing', 'order5')
    """
    clusters = sum(n for _, n in weights)
    largest = weights[-1][0] if weights else 1
    if largest <= 3:
        return "packing" if clusters <= _SMALL_CLUSTERS else "order5"
    costs = _costs(weights, bound, clusters)
    if not costs:
        raise StatsInputError(
            f"{clusters} clusters with scores up to {largest} units are too many for an exact "
            "test: round the scores to a coarser unit"
        )
    return min(costs, key=costs.__getitem__)


def _costs(weights: WeightCounts, bound: int, clusters: int) -> dict[str, int]:
    digits = 1 + clusters // 30  # Python integers are made of 30-bit digits
    order = sum(w for w, _ in weights)
    half = 1 << min(clusters // 2 + 1, 64)
    rows = min(half, bound + 1)
    costs = {"recurrence": 100 * order * order + bound * order * (150 + digits)}
    if bound * clusters <= _MOST_BITS:
        costs["packing"] = clusters * (50 + bound * digits // 2)
    if rows <= _MOST_ROWS:
        costs["halves"] = 70 * rows * (6 if half <= bound else clusters)
    return {name: cost for name, cost in costs.items() if cost <= _MOST_STEPS}
