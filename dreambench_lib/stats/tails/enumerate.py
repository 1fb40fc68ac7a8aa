"""The definition, executed: every sign pattern, one by one. The oracle of the tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product


def enumerate_sums(scores: Sequence[int]) -> Counter[int]:
    """How many of the ``2^k`` sign patterns give each sum.

    Shares no idea with the fast methods. Complexity: ``2^k * k``; for k up to about 16.

    >>> dict(enumerate_sums([1, 1]))
    {2: 1, 0: 2, -2: 1}
    """
    return Counter(
        sum(sign * score for sign, score in zip(signs, scores, strict=True))
        for signs in product((1, -1), repeat=len(scores))
    )
