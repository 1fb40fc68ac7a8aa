"""The ends of the exact cluster bootstrap, where the counts are too wide for exact integers.

`cluster_bootstrap` counts every resample with integers of hundreds of bits. Its two ends need less:
they are the values at which the distribution function passes two levels, so floats decide them
whenever it passes a level by more than their proven error. Where it does not, integers decide.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import fft

from dreambench_lib.stats.bootstrap import cluster_bootstrap
from dreambench_lib.stats.inputs import open_level
from dreambench_lib.stats.sizes import scores_and_sizes

_SMALL = 30_000
"""Below so many terms integers are as fast."""
_MOST_CELLS = 1 << 22
_BINS = 4096
_UNIT = 2.0**-53

Floats = NDArray[np.float64]


class Ends(NamedTuple):
    """Where the interval begins and ends, exactly."""

    low: Fraction
    high: Fraction


def bootstrap_ends(scores: Iterable[Any], sizes: Any = 1, level: Any = 0.95) -> Ends:
    """The ends that `cluster_bootstrap` gives, without the share of resamples between them.

    Assumption, arguments and meaning: as for `cluster_bootstrap`.
    Complexity: one Fourier transform over the attainable (sum of scores, sum of sizes); 60 traps
    with hundreds of distinct counts take tenths of a second.

    >>> ends = bootstrap_ends([3, 0, 1, 2], sizes=3)
    >>> ends.low, ends.high
    (Fraction(1, 6), Fraction(5, 6))
    """
    values, cells = scores_and_sizes(scores, sizes)
    # A whole number may be taken off every mean: what is left may need far fewer sums.
    near = sum(values) // sum(cells)
    whole = min((0, near, near + 1), key=lambda whole: _reach(values, cells, whole))
    rest = [value - whole * size for value, size in zip(values, cells, strict=True)]
    kinds = Counter(zip(rest, cells, strict=True))
    low, high = _ends(tuple(sorted(kinds.items())), open_level(level, "level"))
    return Ends(low + whole, high + whole)


def _reach(values: list[int], cells: list[int], whole: int) -> int:
    rest = [value - whole * size for value, size in zip(values, cells, strict=True)]
    return max(rest) - min(rest)


# Two readers see the same recalls, so half of what hygiene asks was asked before.
@lru_cache(maxsize=16_384)
def _ends(kinds: tuple[tuple[tuple[int, int], int], ...], level: Fraction) -> Ends:
    grid = _Grid.of(kinds)
    # What the integers' recurrence would touch against what a transform costs at the least.
    if math.prod(grid.shape) * len(kinds) > _SMALL and math.prod(grid.shape) <= _MOST_CELLS:
        found = _by_floats(grid, level)
        if found:
            return found
    rows = [kind for kind, count in kinds for _ in range(count)]
    exact = cluster_bootstrap([row[0] for row in rows], [row[1] for row in rows], level)
    return Ends(exact.low, exact.high)


class _Grid(NamedTuple):
    """All attainable (sum of scores, sum of sizes), in steps of their common divisors."""

    one: dict[tuple[int, int], float]
    """Chance of each kind of cluster, by its place on the grid."""
    clusters: int
    least: tuple[int, int]
    steps: tuple[int, int]
    shape: tuple[int, int]

    @classmethod
    def of(cls, kinds: tuple[tuple[tuple[int, int], int], ...]) -> _Grid:
        clusters = sum(count for _, count in kinds)
        axes = [[kind[axis] for kind, _ in kinds] for axis in (0, 1)]
        (n, d), (step, pace) = (
            (min(axes[0]), min(axes[1])),
            (math.gcd(*(value - min(axis) for value in axis)) or 1 for axis in axes),
        )
        one = {((a - n) // step, (b - d) // pace): count / clusters for (a, b), count in kinds}
        wide, long = (clusters * max(place[axis] for place in one) + 1 for axis in (0, 1))
        return cls(one, clusters, (n, d), (step, pace), (wide, long))

    def sums(self, axis: int) -> NDArray[np.int64]:
        """The sums along one axis."""
        steps = np.arange(self.shape[axis], dtype=np.int64) * self.steps[axis]
        return steps + self.clusters * self.least[axis]


def _by_floats(grid: _Grid, level: Fraction) -> Ends | None:
    """The ends, or None where a step of the distribution is within the error of its level."""
    chance, slack = _power(grid)
    slack += chance.size * _UNIT
    scores, sizes = grid.sums(0), grid.sums(1)
    means = (scores[:, None] / sizes[None, :]).ravel()
    width = float(np.ptp(means)) or 1.0
    bins = ((means - means.min()) * (_BINS / width)).astype(np.int64)
    heights = np.cumsum(np.bincount(bins, weights=chance))
    ends = []
    for target in (float((1 - level) / 2), float((1 + level) / 2)):
        # Only the cells near the level need sorting.
        within = int(np.searchsorted(heights, target))
        near = np.flatnonzero(bins == within)
        # Equal fractions give one float and, below 2^26, unequal ones never do.
        there, place = np.unique(means[near], return_inverse=True)
        below = heights[within - 1] if within else 0.0
        running = below + np.cumsum(np.bincount(place, weights=chance[near]))
        at = int(np.searchsorted(running, target))
        before = running[at - 1] if at else below
        if at == len(there) or not before + slack < target < running[at] - slack:
            return None
        row, column = divmod(int(near[np.flatnonzero(place == at)[0]]), grid.shape[1])
        ends.append(Fraction(int(scores[row]), int(sizes[column])))
    return Ends(*ends)


def _power(grid: _Grid) -> tuple[Floats, float]:
    """Chance of every cell when clusters are resampled, and a bound on the error of any sum of it.

    A transform of N numbers errs by at most ``4 u log2 N`` of its 2-norm (Higham 2002, section
    24.1, with room to spare), and each factor passes its error on once, as none exceeds 1.
    Cauchy-Schwarz turns the 2-norm of the error into a bound on any partial sum.
    """
    one = np.zeros(grid.shape)
    for place, chance in grid.one.items():
        one[place] = chance
    shape = [fft.next_fast_len(size, real=True) for size in grid.shape]
    factor = made = fft.rfft2(one, shape)
    for bit in bin(grid.clusters)[3:]:
        made = made * made * (factor if bit == "1" else 1)
    back = fft.irfft2(made, shape)[: grid.shape[0], : grid.shape[1]]
    size, times = math.prod(shape), grid.clusters
    error = _UNIT * (4 * max(1.0, math.log2(size)) * (times + 2) + 4 * times)
    return back.ravel(), math.sqrt(size) * error * float(np.linalg.norm(one))
