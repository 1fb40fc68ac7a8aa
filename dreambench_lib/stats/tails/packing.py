"""The tail by Kronecker packing: the whole polynomial in one big integer."""

from __future__ import annotations

from collections.abc import Iterable

# Above this size Python's subquadratic product loses against adding shifted copies.
_PRODUCT_BITS = 16_000


def packed_tail(weights: Iterable[tuple[int, int]], bound: int) -> tuple[int, int]:
    """Counts of subsets with sum <= bound and == bound, from ``f(2^B)``.

    With ``B`` bits per coefficient and ``B > k`` no coefficient (at most ``2^k``) runs into the
    next, so the integer ``prod (1 + 2^(B w))^(n_w)`` holds all of them; its low digits are summed
    by one remainder modulo ``2^B - 1``.

    Complexity: ``k`` additions of integers of ``bound * k`` bits; no Python loop over coefficients.

    Args:
        weights: Pairs (absolute score, how many clusters have it).
        bound: The largest subset sum that counts.

    >>> packed_tail([(1, 1), (2, 1), (3, 1)], 3)
    (5, 2)
    """
    packed, width = _packed(list(weights), bound)
    return packed % ((1 << width) - 1), packed >> bound * width


def packed_coefficients(weights: Iterable[tuple[int, int]], bound: int) -> list[int]:
    """How many subsets have each sum from 0 to bound.

    >>> packed_coefficients([(1, 2), (2, 1)], 4)
    [1, 2, 2, 2, 1]
    """
    packed, width = _packed(list(weights), bound)
    # Cutting the text once is linear; shifting digit after digit out would be quadratic.
    text = f"{packed:0{(bound + 1) * width}b}"
    return [int(text[at : at + width], 2) for at in range(bound * width, -1, -width)]


def _packed(weights: list[tuple[int, int]], bound: int) -> tuple[int, int]:
    width = sum(n for _, n in weights) + 2
    mask = (1 << (bound + 1) * width) - 1
    packed = 1
    if sum(w * n for w, n in weights) * width <= _PRODUCT_BITS:
        for weight, count in weights:
            packed *= ((1 << weight * width) + 1) ** count
        return packed & mask, width
    for weight, count in weights:
        if weight <= bound:
            for _ in range(count):
                packed = (packed + (packed << weight * width)) & mask
    return packed, width
