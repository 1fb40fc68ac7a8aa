"""The tail for weights 1, 2 and 3: one recurrence of order five with small multipliers."""

from __future__ import annotations


def order5_tail(n1: int, n2: int, n3: int, bound: int) -> tuple[int, int]:
    """Counts of subsets of n1 ones, n2 twos and n3 threes with sum <= bound, and == bound.

    ``f = (1+y)^n1 (1+y^2)^n2 (1+y^3)^n3`` has a rational ``f'/f`` whose denominator is
    ``(1+y^2)(1+y^3)``, hence its coefficients obey

        (m+1) a[m+1] = n1 (a[m] - a[m-3]) + (2 n2 - n1 - (m-1)) a[m-1]
                       + (2 n1 + 3 n3 - (m-2)) a[m-2]
                       + (n1 + 2 n2 + 3 n3 - (m-4)) a[m-4],   a[0] = 1.

    Complexity: ``bound`` steps of six products of a k-bit integer with a machine word.

    >>> order5_tail(1, 1, 1, 3)  # subsets of {1, 2, 3}: {}, {1}, {2}, {3}, {1, 2}
    (5, 2)
    """
    two, three, five = 2 * n2 - n1 + 1, 2 * n1 + 3 * n3 + 2, n1 + 2 * n2 + 3 * n3 + 4
    e, d, c, b = 0, 0, 0, 0  # a[m-4], a[m-3], a[m-2], a[m-1]
    a = total = 1
    for m in range(bound):
        a, b, c, d, e = (
            (n1 * (a - d) + (two - m) * b + (three - m) * c + (five - m) * e) // (m + 1),
            a,
            b,
            c,
            d,
        )
        total += a
    return total, a
