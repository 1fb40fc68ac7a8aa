"""Outcomes that are not passes but whole-number scores: the clustered test, without McNemar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from dreambench_lib.stats.flipped import EXPLORATORY, Flipped
from dreambench_lib.stats.inputs import StatsInputError, as_text, whole_numbers
from dreambench_lib.stats.missing import Hole, Missing, holes, kept, missing_rule
from dreambench_lib.stats.paired import refuse_holes
from dreambench_lib.stats.signflip import signflip_test

Scores = Mapping[tuple[str, Any], Any]
"""(cluster, replicate) -> score, a whole number."""


@dataclass(frozen=True)
class ScoreComparison(Flipped):
    """First against second on whole-number scores; higher is better."""

    scores: Mapping[str, int]
    """Cluster -> the first's scores minus the second's, over the replicates that count."""
    sizes: Mapping[str, int]
    """Cluster -> its pairs."""
    b: int
    """Pairs where the first's score is higher."""
    c: int
    """Pairs where the second's score is higher."""
    missing: tuple[Hole, ...]
    rule: Missing
    status: str = EXPLORATORY

    def stamped(self, status: str) -> ScoreComparison:
        """The same result under a plan's name."""
        return replace(self, status=status)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values; exact numbers as ``numerator/denominator``."""
        rule = {"missing_rule": str(self.rule), "missing_assumes": self.rule.assumes}
        return {
            "first": self.first,
            "second": self.second,
            "status": self.status,
            "D": self.D,
            "b": self.b,
            "c": self.c,
            "cells": sum(self.sizes.values()),
            "missing": len(self.missing),
            **(rule if self.missing else {}),
            "clusters": self.clusters,
            "nonzero": self.signflip.nonzero,
            "p": self.p,
            "p_exact": as_text(self.p_exact),
            "mid_p": as_text(self.signflip.mid_p),
            "scores": dict(self.scores),
        }


def compare_scores(
    first: str,
    second: str,
    one: Scores,
    other: Scores,
    *,
    missing: Missing | str = Missing.REFUSE,
) -> ScoreComparison:
    """Compares two systems whose outcomes are whole-number scores, clustered and exactly.

    Statistic: the sum over clusters of the first's scores minus the second's. Null,
    exchangeability and source: `signflip_test`. Points weigh what they weigh: a cluster with a wide
    scale counts for more.
    Complexity: linear in the cells, plus one sign-flip test.

    Args:
        one: (cluster, replicate) -> score of the first.
        other: The same of the second.
        missing: What to do about holes (`Missing`); `worst-case` needs outcomes of 0 and 1.

    Raises:
        StatsInputError: A hole, nothing in common, or a score that is not a whole number.

    >>> result = compare_scores("X", "Y", {("s", 1): 4, ("t", 1): 2}, {("s", 1): 1, ("t", 1): 3})
    >>> result.D, result.p_exact
    (2, Fraction(1, 1))
    """
    rule = missing_rule(missing)
    absent = holes(one, other)
    refuse_holes(absent, rule)
    if rule is Missing.WORST_CASE and absent:
        raise StatsInputError(
            "the rule worst-case needs outcomes of 0 and 1: scores have no worst value"
        )
    left, right = kept(one, other, rule)
    if not left:
        raise StatsInputError(
            f"the rule {rule} leaves no (cluster, replicate) of both sides: nothing to compare"
        )
    ones = whole_numbers([left[cell] for cell in left], f"scores of {first}")
    others = whole_numbers([right[cell] for cell in left], f"scores of {second}")
    scores: dict[str, int] = {}
    sizes: dict[str, int] = {}
    for (cluster, _), a, z in sorted(zip(left, ones, others, strict=True)):
        scores[cluster] = scores.get(cluster, 0) + a - z
        sizes[cluster] = sizes.get(cluster, 0) + 1
    b = sum(a > z for a, z in zip(ones, others, strict=True))
    c = sum(a < z for a, z in zip(ones, others, strict=True))
    test = signflip_test(scores.values())
    return ScoreComparison(first, second, test, scores, sizes, b, c, absent, rule)
