"""Comparing two conditions on the same traps and seeds: everything a verdict needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from dreambench_lib.stats.flipped import EXPLORATORY, Flipped
from dreambench_lib.stats.frames import one_agent, outcomes
from dreambench_lib.stats.inputs import as_text
from dreambench_lib.stats.mcnemar import McNemarResult, mcnemar_test
from dreambench_lib.stats.missing import Hole, Missing
from dreambench_lib.stats.paired import Pairs, pair_outcomes
from dreambench_lib.stats.signflip import signflip_test


@dataclass(frozen=True)
class Comparison(Flipped):
    """First against second: the clustered test, and the sensitivity analyses beside it."""

    pairs: Pairs
    pooled: McNemarResult
    """McNemar over all cells: ignores that seeds share a trap."""
    majority: McNemarResult
    """McNemar over traps, each decided by the majority of its seeds."""
    per_seed: Mapping[int, McNemarResult]
    status: str = EXPLORATORY
    """Exploratory unless a frozen plan names this comparison (`PlanState.stamped`)."""
    secondary: tuple[str, ...] = ()
    """The sensitivity analyses that the plan names too."""

    @property
    def b(self) -> int:
        """Cells where only the first passed."""
        return self.pooled.b

    @property
    def c(self) -> int:
        """Cells where only the second passed."""
        return self.pooled.c

    @property
    def both_pass(self) -> int:
        """Cells where both passed."""
        return self.pairs.both_pass

    @property
    def both_fail(self) -> int:
        """Cells where both failed."""
        return self.pairs.both_fail

    @property
    def scores(self) -> Mapping[str, int]:
        """Trap -> score: the strip of wins and losses."""
        return self.pairs.scores

    @property
    def histogram(self) -> dict[int, int]:
        """Score -> number of traps, scores ascending."""
        return dict(sorted(Counter(self.scores.values()).items()))

    @property
    def missing(self) -> tuple[Hole, ...]:
        """Cells that one side lacks."""
        return self.pairs.missing

    def holes_as_dict(self) -> dict[str, Any]:
        """How many cells are missing, the rule for them, and what it assumes."""
        found: dict[str, Any] = {"missing": len(self.missing)}
        if self.missing:
            rule = self.pairs.rule
            found |= {"missing_rule": str(rule), "missing_assumes": rule.assumes}
        if self.pairs.bounds:
            found["bounds"] = self.pairs.bounds.as_dict()
        return found

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values; exact numbers as ``numerator/denominator``."""
        return {
            "first": self.first,
            "second": self.second,
            "status": self.status,
            "D": self.D,
            "b": self.b,
            "c": self.c,
            "both_pass": self.both_pass,
            "both_fail": self.both_fail,
            "cells": len(self.pairs.pairs),
            **self.holes_as_dict(),
            "clusters": self.clusters,
            "nonzero": self.signflip.nonzero,
            "p": self.p,
            "p_exact": as_text(self.p_exact),
            "mid_p": as_text(self.signflip.mid_p),
            "pooled_p": self.pooled.p,
            "majority_b": self.majority.b,
            "majority_c": self.majority.c,
            "majority_p": self.majority.p,
            "per_seed": [
                {"seed": seed, "b": test.b, "c": test.c, "p": test.p}
                for seed, test in self.per_seed.items()
            ],
            "histogram": {str(score): n for score, n in self.histogram.items()},
            "scores": dict(self.scores),
        }


def compare(
    cells: pd.DataFrame,
    first: str,
    second: str,
    agent: str | None = None,
    *,
    missing: Missing | str = Missing.REFUSE,
) -> Comparison:
    """Compares two conditions over the same traps and seeds.

    Null, exchangeability and source of each test: `signflip_test` (primary) and `mcnemar_test`.
    Failing to reject is no evidence that the two are equal; for that declare a margin and use
    `equivalence_test`.
    Complexity: linear in the cells, plus one sign-flip test.

    Args:
        cells: One row per cell with columns condition, agent, trap_id, seed, passed.
        first: The condition whose wins count as positive.
        second: The other one.
        agent: Whose cells; may be left out when there is only one agent.
        missing: What to do where one side lacks a cell (`Missing`); by default that is refused.

    >>> rows = [("X", "a", f"t{t}", s, 1) for t in range(6) for s in (1, 2, 3)]
    >>> rows += [("Y", "a", f"t{t}", s, 0) for t in range(6) for s in (1, 2, 3)]
    >>> names = ["condition", "agent", "trap_id", "seed", "passed"]
    >>> result = compare(pd.DataFrame(rows, columns=names), "X", "Y")
    >>> result.D, result.p_exact, result.pooled.p_exact
    (18, Fraction(1, 32), Fraction(1, 131072))
    """
    rows = one_agent(cells, agent)
    pairs = pair_outcomes(outcomes(rows, first), outcomes(rows, second), missing=missing)
    return compare_pairs(first, second, pairs)


def compare_pairs(first: str, second: str, pairs: Pairs) -> Comparison:
    """The same comparison from outcomes that are already paired.

    Null, exchangeability and source: `compare`. Complexity: linear in the pairs, plus one test.

    >>> one, other = {("s", 1): 1, ("t", 1): 1}, {("s", 1): 0, ("t", 1): 1}
    >>> compare_pairs("X", "Y", pair_outcomes(one, other)).p_exact
    Fraction(1, 1)
    """
    return Comparison(
        first,
        second,
        signflip_test(pairs.scores.values()),
        pairs,
        mcnemar_test(*pairs.discordance),
        mcnemar_test(*pairs.majority()),
        {seed: mcnemar_test(*found) for seed, found in pairs.by_seed().items()},
    )
