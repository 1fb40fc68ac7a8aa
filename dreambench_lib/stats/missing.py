"""What to do about outcomes that are not there: named rules, each with what it assumes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from dreambench_lib.errors import unknown
from dreambench_lib.stats.inputs import StatsInputError

Cells = Mapping[tuple[str, Any], Any]
"""(cluster, replicate) -> outcome."""


class Missing(StrEnum):
    """A rule for unbalanced grids; it is chosen before the outcomes are seen.

    >>> Missing("common-seeds").assumes
    'whether a replicate is missing anywhere has nothing to do with who would win it'
    """

    REFUSE = "refuse"
    COMPLETE_PAIRS = "complete-pairs"
    COMMON_SEEDS = "common-seeds"
    DROP_CLUSTERS = "drop-clusters"
    UNPAIRED = "unpaired"
    WORST_CASE = "worst-case"

    @property
    def assumes(self) -> str:
        """What has to be true for the p-value to be one."""
        return _ASSUMES[self]


_ASSUMES = {
    Missing.REFUSE: "nothing: every cluster has every replicate on both sides",
    Missing.COMPLETE_PAIRS: (
        "whether a pair is complete has nothing to do with who would win it, given its cluster"
    ),
    Missing.COMMON_SEEDS: (
        "whether a replicate is missing anywhere has nothing to do with who would win it"
    ),
    Missing.DROP_CLUSTERS: "whether a cluster is complete has nothing to do with who would win it",
    Missing.UNPAIRED: (
        "within a cluster the replicates of one side are interchangeable: their numbers mean "
        "nothing across sides, so equally many of each side are used and paired by rank"
    ),
    Missing.WORST_CASE: (
        "nothing: every missing outcome is taken as whatever speaks most against a difference"
    ),
}


class Hole(NamedTuple):
    """A cell that the grid has and one side does not."""

    side: str
    cluster: str
    seed: Any


def missing_rule(name: Missing | str) -> Missing:
    """The rule of this name; a wrong one gets a sentence that lists the right ones.

    >>> missing_rule("drop-clusters")
    <Missing.DROP_CLUSTERS: 'drop-clusters'>
    """
    try:
        return Missing(name)
    except ValueError:
        raise StatsInputError(str(unknown("rule for missing cells", name, list(Missing)))) from None


def holes(first: Cells, second: Cells) -> tuple[Hole, ...]:
    """What either side lacks of the grid: every cluster times every replicate that occurs.

    >>> holes({("t", 1): 1, ("t", 2): 0}, {("t", 1): 1})
    (Hole(side='second', cluster='t', seed=2),)
    """
    cells = first.keys() | second.keys()
    return tuple(
        Hole(name, cluster, seed)
        for cluster in sorted({cluster for cluster, _ in cells})
        for seed in sorted({seed for _, seed in cells})
        for name, side in (("first", first), ("second", second))
        if (cluster, seed) not in side
    )


def kept(first: Cells, second: Cells, rule: Missing) -> tuple[Cells, Cells]:
    """Both sides as the rule leaves them; what is then still unpaired is not used.

    `Missing.WORST_CASE` fills instead of dropping: see `least_favourable`.

    >>> kept({("t", 1): 1, ("t", 2): 0}, {("t", 2): 1, ("t", 3): 1}, Missing.COMPLETE_PAIRS)
    ({('t', 2): 0}, {('t', 2): 1})
    """
    one, other = _RULES[rule](first, second)
    both = one.keys() & other.keys()
    return {c: v for c, v in one.items() if c in both}, {
        c: v for c, v in other.items() if c in both
    }


def _as_they_are(first: Cells, second: Cells) -> tuple[Cells, Cells]:
    return first, second


def _without(part: int) -> Callable[[Cells, Cells], tuple[Cells, Cells]]:
    """Leave out whole clusters (0) or whole replicates (1) that have a hole anywhere."""

    def rule(first: Cells, second: Cells) -> tuple[Cells, Cells]:
        gone = {hole[1 + part] for hole in holes(first, second)}
        return tuple({c: v for c, v in s.items() if c[part] not in gone} for s in (first, second))  # type: ignore[return-value]

    return rule


def _by_rank(first: Cells, second: Cells) -> tuple[Cells, Cells]:
    return _ranked(first), _ranked(second)


def _ranked(side: Cells) -> Cells:
    seen: dict[str, int] = {}
    found: dict[tuple[str, Any], Any] = {}
    for cluster, seed in sorted(side):
        seen[cluster] = seen.get(cluster, 0) + 1
        found[cluster, seen[cluster]] = side[cluster, seed]
    return found


_RULES: dict[Missing, Callable[[Cells, Cells], tuple[Cells, Cells]]] = {
    Missing.REFUSE: _as_they_are,
    Missing.COMPLETE_PAIRS: _as_they_are,
    Missing.COMMON_SEEDS: _without(1),
    Missing.DROP_CLUSTERS: _without(0),
    Missing.UNPAIRED: _by_rank,
    Missing.WORST_CASE: _as_they_are,
}
