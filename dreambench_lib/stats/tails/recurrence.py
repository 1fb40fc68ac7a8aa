"""The tail for any small weights: the recurrence that ``f'/f`` being rational gives."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Polynomial = tuple[int, ...]  # coefficients, lowest power first


def recurrence_tail(weights: Iterable[tuple[int, int]], bound: int) -> tuple[int, int]:
    """Counts of subsets with sum <= bound and == bound, by a linear recurrence.

    With ``Q`` the least common multiple of the ``1 + y^w`` and
    ``P = sum n_w w y^w Q / (1 + y^w)`` one has ``Q y f' = P f``, and comparing coefficients,
    ``m a[m] = sum_j (P[j] - Q[j] (m - j)) a[m-j]``.

    Complexity: ``bound * deg Q`` products of a k-bit integer with a small one.

    >>> recurrence_tail([(1, 1), (2, 1), (3, 1)], 3)
    (5, 2)
    """
    found = coefficients(weights, bound)
    return sum(found), found[bound]


def coefficients(weights: Iterable[tuple[int, int]], bound: int) -> list[int]:
    """How many subsets have each sum from 0 to bound.

    >>> coefficients([(1, 2), (2, 1)], 4)
    [1, 2, 2, 2, 1]
    """
    weights = list(weights)
    common = common_multiple(tuple(w for w, _ in weights))
    source = _source(weights, common)
    terms = [(j, source[j], common[j]) for j in range(1, len(common)) if source[j] or common[j]]
    found = [1]
    for m in range(1, bound + 1):
        value = sum((p - q * (m - j)) * found[m - j] for j, p, q in terms if j <= m)
        found.append(value // m)
    return found


def common_multiple(weights: Polynomial) -> Polynomial:
    """The least common multiple of ``1 + y^w`` over the weights.

    ``1 + y^w`` is the product of the cyclotomic polynomials of the divisors of ``2 w`` that do not
    divide ``w``, so the multiple is their product over the union.

    >>> common_multiple((1, 2, 3))  # (1 + y^2)(1 + y^3)
    (1, 0, 1, 1, 0, 1)
    """
    orders = {d for w in weights for d in range(1, 2 * w + 1) if (2 * w) % d == 0 and w % d}
    product: Polynomial = (1,)
    for order in sorted(orders):
        product = _times(product, _cyclotomic(order))
    return product


def _source(weights: list[tuple[int, int]], common: Polynomial) -> list[int]:
    total = [0] * (len(common) + 1)
    for weight, count in weights:
        binomial = (1, *[0] * (weight - 1), 1)
        for power, value in enumerate(_divided(common, binomial)):
            total[power + weight] += count * weight * value
    return total


@lru_cache(maxsize=1024)
def _cyclotomic(order: int) -> Polynomial:
    found: Polynomial = (-1, *[0] * (order - 1), 1)
    for divisor in range(1, order):
        if order % divisor == 0:
            found = _divided(found, _cyclotomic(divisor))
    return found


def _times(left: Polynomial, right: Polynomial) -> Polynomial:
    product = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        if a:
            for j, b in enumerate(right):
                product[i + j] += a * b
    return tuple(product)


def _divided(dividend: Polynomial, divisor: Polynomial) -> Polynomial:
    rest, quotient = list(dividend), [0] * (len(dividend) - len(divisor) + 1)
    for at in range(len(quotient) - 1, -1, -1):
        quotient[at] = rest[at + len(divisor) - 1]  # every divisor here has leading coefficient 1
        for j, value in enumerate(divisor):
            rest[at + j] -= quotient[at] * value
    return tuple(quotient)
