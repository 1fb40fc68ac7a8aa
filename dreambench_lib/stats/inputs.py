"""What every test of this room accepts: whole numbers and exact probabilities, nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

from dreambench_lib.errors import BadInput


class StatsInputError(BadInput, ValueError):
    """An input no exact test can take; the sentence names the item and the remedy."""


def whole_numbers(values: Iterable[Any], what: str = "scores") -> list[int]:
    """The values as Python integers; anything that is not a whole number is refused.

    Booleans are refused because an array of passes is not an array of paired scores, and taking
    True for +1 would silently test something else.

    >>> whole_numbers([2, -1.0, 0])
    [2, -1, 0]
    """
    if isinstance(values, (str, bytes, dict)):
        raise StatsInputError(
            f"{what} must be a flat sequence of integers, not {type(values).__name__}: "
            "pass a list, an array or a column"
        )
    listed = values.tolist() if hasattr(values, "tolist") else values
    if not isinstance(listed, Iterable):
        raise StatsInputError(f"{what} is the single value {listed!r}: pass a list of integers")
    items = list(listed)
    # One set of types settles the usual case without a Python call per item.
    if set(map(type, items)) <= {int}:
        return items
    return [_whole(item, f"{what}[{index}]") for index, item in enumerate(items)]


def whole_number(value: Any, what: str) -> int:
    """One non-negative integer, such as a count.

    >>> whole_number(3, "clusters")
    3
    """
    number = _whole(value, what)
    if number < 0:
        raise StatsInputError(f"{what} is {number}: pass a count of zero or more")
    return number


def probability(value: Any, what: str) -> Fraction:
    """A number in [0, 1] as an exact fraction; a float stands for its shortest decimal.

    >>> probability(0.05, "alpha")
    Fraction(1, 20)
    """
    number = exact(value, what)
    if not 0 <= number <= 1:
        raise StatsInputError(f"{what} is {value!r}: pass a probability between 0 and 1")
    return number


def open_level(value: Any, what: str) -> Fraction:
    """A probability strictly between 0 and 1, such as a confidence level or alpha.

    >>> open_level("0.95", "level")
    Fraction(19, 20)
    """
    number = probability(value, what)
    if not 0 < number < 1:
        raise StatsInputError(f"{what} is {value!r}: pass a number strictly between 0 and 1")
    return number


def exact(value: Any, what: str) -> Fraction:
    """A real number as an exact fraction; a float stands for its shortest decimal.

    >>> exact(0.1, "margin"), exact("1/3", "margin")
    (Fraction(1, 10), Fraction(1, 3))
    """
    if isinstance(value, bool) or not isinstance(value, (str, Real)):
        raise StatsInputError(f"{what} is {value!r}: pass a number")
    try:
        return Fraction(value) if isinstance(value, (str, Rational)) else Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise StatsInputError(f"{what} is {value!r}: pass a finite number") from None


def as_text(value: Fraction) -> str:
    """A fraction as ``numerator/denominator``, also when the denominator is 1.

    >>> as_text(Fraction(1)), as_text(Fraction(271801, 524288))
    ('1/1', '271801/524288')
    """
    return f"{value.numerator}/{value.denominator}"


def _whole(item: Any, where: str) -> int:
    if isinstance(item, bool) or type(item).__name__ in {"bool_", "bool"}:
        raise StatsInputError(
            f"{where} is a boolean: pass per-cluster differences as integers "
            "(pair_outcomes makes them from two tables of passes)"
        )
    if isinstance(item, Integral):
        return int(item)
    if isinstance(item, Real):
        number = float(item)
        if math.isnan(number):
            raise StatsInputError(
                f"{where} is NaN: leave the cluster out and say so, or give its score"
            )
        if number.is_integer():
            return int(number)
        raise StatsInputError(
            f"{where} is {item!r}, not a whole number: "
            "multiply all scores by their common denominator first"
        )
    raise StatsInputError(f"{where} is {item!r}, not an integer: pass whole numbers only")
