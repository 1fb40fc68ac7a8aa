"""Agreement of reviewers beyond chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

Answers = Mapping[str, Mapping[str, str]]
"""Reviewer to sheet to answer; sheets without an answer are left out."""


def agreement(first: Mapping[str, str], second: Mapping[str, str]) -> tuple[int, int]:
    """(equal answers, sheets that both answered)."""
    both = [sheet for sheet in first if sheet in second]
    return sum(first[sheet] == second[sheet] for sheet in both), len(both)


def kappa(first: Mapping[str, str], second: Mapping[str, str]) -> Fraction | None:
    """Cohen's kappa over the sheets that both answered; None where it is undefined.

    Undefined: nothing in common, or both always gave one and the same answer.
    """
    both = [sheet for sheet in first if sheet in second]
    if not both:
        return None
    seen = Fraction(sum(first[sheet] == second[sheet] for sheet in both), len(both))
    one, two = (Counter(answers[sheet] for sheet in both) for answers in (first, second))
    chance = Fraction(sum(one[label] * two[label] for label in one), len(both) ** 2)
    return None if chance == 1 else (seen - chance) / (1 - chance)


def mean_kappa(answers: Answers) -> Fraction | None:
    """Light's kappa: the mean over all pairs of reviewers for whom it is defined."""
    pairs = combinations(sorted(answers), 2)
    found = [k for a, b in pairs if (k := kappa(answers[a], answers[b])) is not None]
    return sum(found, Fraction(0)) / len(found) if found else None
