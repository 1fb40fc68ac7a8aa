"""A proof of a p-value that can be checked without trusting how it was computed."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dreambench_lib.stats.inputs import StatsInputError, whole_numbers
from dreambench_lib.stats.tails import WeightCounts
from dreambench_lib.stats.tails.packing import packed_coefficients
from dreambench_lib.stats.tails.recurrence import coefficients

_PRIME = 2**521 - 1  # the chance that a wrong list passes is below (number of sums) / _PRIME
_MOST_SUMS = 2_000_000


@dataclass(frozen=True, slots=True)
class Certificate:
    """The null distribution in full: how many sign patterns flip each total weight."""

    D: int
    unit: int
    weights: WeightCounts
    counts: tuple[int, ...]
    """``counts[m]``: patterns whose flipped weights add up to ``m``, for m = 0..T."""
    p: Fraction


def certify(scores: Iterable[Any]) -> Certificate:
    """The full null distribution of the sign-flip sum, as counts, with the p it implies.

    Null, exchangeability and source: `signflip_test`. Complexity: one recurrence over all sums.

    >>> certify([1, 1, 1]).counts
    (1, 3, 3, 1)
    """
    values = whole_numbers(scores)
    sizes = Counter(map(abs, filter(None, values)))
    unit = math.gcd(*sizes) or 1
    weights = tuple(sorted((w // unit, n) for w, n in sizes.items()))
    total = sum(w * n for w, n in weights)
    if total > _MOST_SUMS:
        raise StatsInputError(
            f"the scores reach {total} different sums, too many to list: "
            "use signflip_test, which needs no list"
        )
    few = sum(w for w, _ in weights) <= 24
    half = (coefficients if few else packed_coefficients)(weights, total // 2)
    counts = tuple(half + half[: total - total // 2][::-1])
    extreme = _extreme(counts, abs(sum(values)) // unit)
    return Certificate(sum(values), unit, weights, counts, Fraction(extreme, sum(counts)))


def check_certificate(certificate: Certificate, scores: Iterable[Any]) -> bool:
    """Whether the certificate proves its p for these scores.

    Uses nothing of the code that made it. The claimed counts are the coefficients of
    ``prod (1 + y^|d|)`` exactly if both sides agree as polynomials; they are compared at one point
    modulo a 521-bit prime. The point is the digest of the certificate itself, so it cannot be
    chosen to suit a wrong list.

    Complexity: one Horner evaluation, linear in the number of sums.

    >>> proof = certify([3, -1, 2])
    >>> check_certificate(proof, [3, -1, 2]), check_certificate(proof, [3, 1, 2])
    (True, False)
    """
    values = whole_numbers(scores)
    claimed = certificate.counts
    spread = sum(map(abs, values)) // certificate.unit
    if len(claimed) != spread + 1 or min(claimed) < 0 or sum(values) != certificate.D:
        return False
    if any(value % certificate.unit for value in values):
        return False
    point = _digest(certificate)
    right = 1
    for value in values:
        if value:
            right = right * (1 + pow(point, abs(value) // certificate.unit, _PRIME)) % _PRIME
    left = 0
    for count in reversed(claimed):
        left = (left * point + count) % _PRIME
    extreme = _extreme(claimed, abs(certificate.D) // certificate.unit)
    return left == right and certificate.p == Fraction(extreme, sum(claimed))


def _digest(certificate: Certificate) -> int:
    size = max(certificate.counts).bit_length() // 8 + 1
    head = repr((certificate.D, certificate.unit, certificate.weights, size))
    body = b"".join(count.to_bytes(size) for count in certificate.counts)
    return int.from_bytes(hashlib.sha512(head.encode() + body).digest())


def _extreme(counts: tuple[int, ...], distance: int) -> int:
    total = len(counts) - 1
    return sum(count for m, count in enumerate(counts) if abs(total - 2 * m) >= distance)
