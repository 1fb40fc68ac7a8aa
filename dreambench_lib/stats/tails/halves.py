"""The tail for wide scores: two half tables of subset sums, joined by one sorted pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def halves_tail(weights: Iterable[tuple[int, int]], bound: int) -> tuple[int, int]:
    """Counts of subsets with sum <= bound and == bound, by meeting in the middle.

    Its cost does not depend on how large the weights are: the choice when scores are, say, token
    or line counts.

    Complexity: ``2^(k/2)`` table rows at worst, fewer where sums coincide.

    >>> halves_tail([(1, 1), (2, 1), (3, 1)], 3)
    (5, 2)
    """
    flat = [w for w, n in sorted(weights) for _ in range(n)]
    # Alternating the weights gives both halves the same spread, hence tables of the same size.
    left, right = _sums(flat[::2], bound), _sums(flat[1::2], bound)
    keys, descending = sorted(left), sorted(right, reverse=True)
    below = taken = 0
    seen = 0
    for other in descending:
        while taken < len(keys) and keys[taken] <= bound - other:
            seen += left[keys[taken]]
            taken += 1
        below += seen * right[other]
    at = sum(count * right.get(bound - key, 0) for key, count in left.items())
    return below, at


def _sums(weights: list[int], bound: int) -> Counter[int]:
    sums: Counter[int] = Counter({0: 1})
    for weight in weights:
        for total, count in list(sums.items()):
            if total + weight <= bound:
                sums[total + weight] += count
    return sums
