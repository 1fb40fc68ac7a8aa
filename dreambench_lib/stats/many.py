"""Thousands of sign-flip tests at once, in floating point with a proven error bound."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dreambench_lib.stats.inputs import StatsInputError

Floats = npt.NDArray[np.float64]
_MOST_CLUSTERS = 1_000  # 2^1000 is a normal float, so no count overflows and none is scaled


def signflip_p_many(studies: Any) -> Floats:
    """Two-sided sign-flip p of every row of an integer array (studies x clusters).

    For power studies: null, exchangeability, statistic and source are those of `signflip_test`,
    floats instead of fractions. Each p is within `relative_error_bound` of the exact one, however
    small it is: only non-negative numbers are added, nothing cancels and nothing underflows.
    Complexity: studies x clusters x (largest sum / 2) additions, in numpy.

    >>> signflip_p_many([[3, -1, 2, 1, 0], [1, 1, 1, 1, 1]])
    array([0.375 , 0.0625])
    """
    scores = np.asarray(studies)
    if scores.ndim != 2 or scores.dtype.kind not in "iu":
        raise StatsInputError(
            f"studies is a {scores.ndim}-dimensional array of {scores.dtype}: "
            "pass a two-dimensional array of integers, one row per study"
        )
    scores = scores.astype(np.int64)
    if scores.shape[1] > _MOST_CLUSTERS:
        raise StatsInputError(
            f"studies have {scores.shape[1]} clusters, and floats hold the counts of "
            f"{_MOST_CLUSTERS}: use signflip_test, which is exact at any size"
        )
    sizes = np.abs(scores)
    observed = np.abs(scores.sum(axis=1))
    bounds = (sizes.sum(axis=1) - observed) // 2
    counts = _subset_counts(sizes, int(bounds.max(initial=0)))
    tails = np.where(np.arange(counts.shape[1]) <= bounds[:, None], counts, 0.0).sum(axis=1)
    p: Floats = np.ldexp(tails, 1 - np.count_nonzero(scores, axis=1))
    p[observed == 0] = 1.0
    return p


def relative_error_bound(clusters: int, largest_sum: int) -> float:
    """How far, relatively, a p of `signflip_p_many` can be from the exact one.

    A count goes through at most `clusters` additions and the tail through at most
    `largest_sum / 2` more; each multiplies the result by at most ``1 + 2^-53``, all terms are
    non-negative, and the division by a power of two is exact. Complexity: constant.

    >>> relative_error_bound(60, 180) < 2e-14
    True
    """
    steps = clusters + largest_sum // 2 + 1
    return steps * 2.0**-53 / (1 - steps * 2.0**-53)


def _subset_counts(sizes: npt.NDArray[np.int64], bound: int) -> Floats:
    """Per row, how many subsets of the sizes have each sum from 0 to bound."""
    counts: Floats = np.zeros((len(sizes), bound + 1))
    counts[:, 0] = 1.0
    ordered = -np.sort(-sizes, axis=1)  # equal sizes line up in few columns, so few masks below
    for column in ordered.T:
        for size in np.unique(column[(column > 0) & (column <= bound)]):
            rows = column == size
            part = counts[rows]
            part[:, size:] += counts[rows, : bound + 1 - size]
            counts[rows] = part
    return counts
