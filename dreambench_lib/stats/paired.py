"""From two tables of outcomes to paired cluster scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from dreambench_lib.stats.inputs import StatsInputError

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


class Hole(NamedTuple):
    """A cell that the grid has and one side does not."""

    side: str
    cluster: str
    seed: int


@dataclass(frozen=True)
class Pairs:
    """The pairs of a comparison, in the order of their clusters and seeds."""

    pairs: tuple[Pair, ...]
    seeds: tuple[int, ...]
    missing: tuple[Hole, ...]

    @cached_property
    def scores(self) -> dict[str, int]:
        """Cluster -> seeds where only the first passed minus seeds where only the second did."""
        scores: dict[str, int] = {}
        for pair in self.pairs:
            scores[pair.cluster] = scores.get(pair.cluster, 0) + pair.first - pair.second
        return scores

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


def pair_outcomes(first: Outcomes, second: Outcomes, *, allow_missing: bool = False) -> Pairs:
    """Pairs up two tables of outcomes over the same clusters and seeds.

    The grid is every cluster times every seed that either side has. Both sides must fill it; with
    `allow_missing` only the pairs that both have are used, and the holes are listed in the result.
    Nothing is imputed.

    Args:
        first: (cluster, seed) -> passed.
        second: The same for the other side.
        allow_missing: Use incomplete pairs' clusters with the seeds that are there.

    Raises:
        StatsInputError: A hole in the grid, an outcome that is not 0 or 1, or no pair at all.

    >>> pairs = pair_outcomes({("t", 1): 1, ("t", 2): 1}, {("t", 1): 0, ("t", 2): 1})
    >>> pairs.scores, pairs.discordance, pairs.both_pass
    ({'t': 1}, Discordance(b=1, c=0), 1)
    """
    cells = first.keys() | second.keys()
    clusters = sorted({cluster for cluster, _ in cells})
    seeds = tuple(sorted({seed for _, seed in cells}))
    pairs: list[Pair] = []
    holes: list[Hole] = []
    for cluster in clusters:
        for seed in seeds:
            cell = (cluster, seed)
            absent = [
                name for name, side in (("first", first), ("second", second)) if cell not in side
            ]
            holes += [Hole(name, cluster, seed) for name in absent]
            if not absent:
                one, other = _passed(first[cell], cell), _passed(second[cell], cell)
                pairs.append(Pair(cluster, seed, one, other))
    if holes and not allow_missing:
        raise StatsInputError(
            f"{len(holes)} outcomes are missing, the first of the {holes[0].side} side for cluster "
            f"{holes[0].cluster!r}, seed {holes[0].seed}: run these cells, or pass "
            "allow_missing=True to use complete pairs only"
        )
    if not pairs:
        raise StatsInputError("the two sides share no (cluster, seed): there is nothing to compare")
    return Pairs(tuple(pairs), seeds, tuple(holes))


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
