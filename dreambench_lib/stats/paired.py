"""From two tables of outcomes to paired cluster scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from dreambench_lib.stats.inputs import StatsInputError
from dreambench_lib.stats.missing import Hole, Missing, holes, kept, missing_rule
from dreambench_lib.stats.worst_case import Bounds, least_favourable

Outcomes = Mapping[tuple[str, int], Any]
"""(cluster, seed) -> passed, as 0/1 or a boolean."""


class Discordance(NamedTuple):
    """Pairs where only one side passed."""

    b: int
    """Only the first passed."""
    c: int
    """Only the second passed."""


class Pair(NamedTuple):
    """Both sides' outcome of one (cluster, seed)."""

    cluster: str
    seed: int
    first: bool
    second: bool


@dataclass(frozen=True)
class Pairs:
    """The pairs of a comparison, in the order of their clusters and seeds."""

    pairs: tuple[Pair, ...]
    seeds: tuple[int, ...]
    missing: tuple[Hole, ...]
    rule: Missing = Missing.REFUSE
    """What was done about the holes."""
    bounds: Bounds | None = None
    """Under `Missing.WORST_CASE`: how far the holes could move the result."""

    @cached_property
    def scores(self) -> dict[str, int]:
        """Cluster -> seeds where only the first passed minus seeds where only the second did."""
        scores: dict[str, int] = {}
        for pair in self.pairs:
            scores[pair.cluster] = scores.get(pair.cluster, 0) + pair.first - pair.second
        return scores

    @cached_property
    def sizes(self) -> dict[str, int]:
        """Cluster -> its pairs, in the order of `scores`."""
        sizes: dict[str, int] = {}
        for pair in self.pairs:
            sizes[pair.cluster] = sizes.get(pair.cluster, 0) + 1
        return sizes

    @property
    def D(self) -> int:
        """The sum of the cluster scores, which is b - c."""
        return sum(self.scores.values())

    @cached_property
    def discordance(self) -> Discordance:
        """Cells where only the first, and only the second, passed."""
        return discordance(self.pairs)

    @cached_property
    def both_pass(self) -> int:
        """Pairs where both sides passed."""
        return sum(pair.first and pair.second for pair in self.pairs)

    @cached_property
    def both_fail(self) -> int:
        """Pairs where neither side passed."""
        return sum(not (pair.first or pair.second) for pair in self.pairs)

    def by_seed(self) -> dict[int, Discordance]:
        """The discordance within each seed."""
        return {
            seed: discordance(tuple(pair for pair in self.pairs if pair.seed == seed))
            for seed in self.seeds
        }

    def majority(self) -> Discordance:
        """Clusters where only the first, or only the second, passes in more than half the seeds.

        A cluster counts only if both sides have every seed; otherwise which side has a majority
        would depend on what is missing.
        """
        votes: dict[str, list[Pair]] = {}
        for pair in self.pairs:
            votes.setdefault(pair.cluster, []).append(pair)
        verdicts = [
            Pair(
                cluster,
                0,
                2 * sum(pair.first for pair in group) > len(group),
                2 * sum(pair.second for pair in group) > len(group),
            )
            for cluster, group in votes.items()
            if len(group) == len(self.seeds)
        ]
        return discordance(tuple(verdicts))


def pair_outcomes(
    first: Outcomes, second: Outcomes, *, missing: Missing | str = Missing.REFUSE
) -> Pairs:
    """Pairs up two tables of outcomes over the same clusters and seeds.

    The grid is every cluster times every seed that either side has. Both sides must fill it, or a
    rule says what happens to the holes; they are listed in the result whatever the rule.

    Args:
        first: (cluster, seed) -> passed.
        second: The same for the other side.
        missing: One of `Missing`, declared before the outcomes are seen.

    Raises:
        StatsInputError: A hole in the grid, an outcome that is not 0 or 1, or no pair at all.

    Complexity: linear in the grid.

    >>> pairs = pair_outcomes({("t", 1): 1, ("t", 2): 1}, {("t", 1): 0, ("t", 2): 1})
    >>> pairs.scores, pairs.discordance, pairs.both_pass
    ({'t': 1}, Discordance(b=1, c=0), 1)
    """
    rule = missing_rule(missing)
    one, other = ({c: _passed(v, c) for c, v in side.items()} for side in (first, second))
    absent, bounds = holes(one, other), None
    refuse_holes(absent, rule)
    if not one.keys() & other.keys() and rule is not Missing.UNPAIRED:
        raise StatsInputError("the two sides share no (cluster, seed): there is nothing to compare")
    if absent and rule is Missing.WORST_CASE:
        one, other, bounds = least_favourable(one, other, absent)
    left, right = kept(one, other, rule)
    if not left:
        raise StatsInputError(
            f"the rule {rule} leaves no (cluster, seed) of both sides: there is nothing to compare"
        )
    pairs = tuple(Pair(*cell, bool(left[cell]), bool(right[cell])) for cell in sorted(left))
    grid = left if rule in (Missing.COMMON_SEEDS, Missing.UNPAIRED) else one.keys() | other.keys()
    seeds = tuple(sorted({seed for _, seed in grid}))
    return Pairs(pairs, seeds, absent, rule, bounds)


def refuse_holes(absent: tuple[Hole, ...], rule: Missing) -> None:
    """Stops at a hole if the rule is to refuse."""
    if absent and rule is Missing.REFUSE:
        raise StatsInputError(
            f"{len(absent)} outcomes are missing, the first of the {absent[0].side} side for "
            f"cluster {absent[0].cluster!r}, seed {absent[0].seed}: run these cells, or declare "
            f"what to do about them (missing: {', '.join(list(Missing)[1:])})"
        )


def discordance(pairs: tuple[Pair, ...]) -> Discordance:
    """Pairs where only the first, and only the second, passed."""
    return Discordance(
        sum(pair.first and not pair.second for pair in pairs),
        sum(pair.second and not pair.first for pair in pairs),
    )


def _passed(value: Any, cell: tuple[str, int]) -> bool:
    if value in (0, 1):  # also True, False and their numpy kin; not NaN
        return bool(value)
    raise StatsInputError(
        f"the outcome of cluster {cell[0]!r}, seed {cell[1]} is {value!r}: give 0 or 1, "
        "and leave the cell out if it has no outcome"
    )
