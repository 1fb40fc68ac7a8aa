"""Does the verdict hang on one choice? The declared alternatives, each tested exactly."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dreambench_lib.stats.comparison import Comparison
from dreambench_lib.stats.flipped import EXPLORATORY
from dreambench_lib.stats.inputs import StatsInputError, as_text, open_level
from dreambench_lib.stats.signflip import SignflipResult, signflip_test


@dataclass(frozen=True)
class Sensitivity:
    """p of the primary test and of every alternative, and which of them disagree with it."""

    primary: Fraction
    alternatives: dict[str, Fraction]
    differs: tuple[str, ...]
    planned: tuple[str, ...] = ()
    """The alternatives that a frozen plan names; all others are exploratory."""
    primary_status: str = EXPLORATORY

    @property
    def verdict(self) -> str:
        """``robust`` or ``sensitive to ...``."""
        return f"sensitive to {', '.join(self.differs)}" if self.differs else "robust"

    def status(self, name: str) -> str:
        """Whether an alternative was planned or is exploratory."""
        return "planned, secondary" if name in self.planned else EXPLORATORY

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {
            "primary": float(self.primary),
            "status": self.primary_status,
            "alternatives": {
                name: {"p": float(p), "p_exact": as_text(p), "status": self.status(name)}
                for name, p in self.alternatives.items()
            },
            "verdict": self.verdict,
        }


def sensitivity(
    comparison: Comparison, constructs: Mapping[str, str] | None = None, alpha: Any = 0.05
) -> Sensitivity:
    """Holds the clustered verdict against pooled, majority, per-seed and leave-one-out analyses.

    An alternative differs if it rejects at alpha where the primary test does not, or the reverse
    (a rejection in the other direction always differs). Leave-one-trap-out counts as one
    alternative: the p that lies farthest on the other side of alpha over all traps left out. With
    `constructs`, every construct weighs the same instead of every trap.
    Source: arXiv:2608.20664, section 5.3 and appendix E (the first three).
    Null and exchangeability of each alternative: its own test's.
    Complexity: a handful of exact tests.

    >>> from dreambench_lib.stats import compare_pairs, pair_outcomes
    >>> first = {(f"t{t}", seed): 1 for t in range(6) for seed in (1, 2, 3)}
    >>> pairs = pair_outcomes(first, dict.fromkeys(first, 0))
    >>> sensitivity(compare_pairs("X", "Y", pairs)).verdict
    'sensitive to leaving one trap out'
    """
    level = open_level(alpha, "alpha")
    primary = comparison.signflip
    rejects = primary.p_exact <= level
    left_out = leave_one_out(comparison.scores).values()
    # Where the primary rejects, the largest p is the threat to it; where not, the smallest.
    worst = (max if rejects else min)(left_out, key=lambda test: test.p_exact, default=primary)
    tests = {
        "pooled cells": (comparison.pooled.p_exact, comparison.b - comparison.c),
        "majority of seeds": (
            comparison.majority.p_exact,
            comparison.majority.b - comparison.majority.c,
        ),
        **{
            f"seed {seed} alone": (test.p_exact, test.b - test.c)
            for seed, test in comparison.per_seed.items()
        },
        "leaving one trap out": (worst.p_exact, worst.D),
    }
    if constructs is not None:
        balanced = construct_balanced(comparison.scores, constructs)
        tests["equal weight per construct"] = (balanced.p_exact, balanced.D)
    differs = tuple(
        name
        for name, (p, direction) in tests.items()
        if (p <= level) != rejects or (rejects and direction * primary.D < 0)
    )
    planned = tuple(name for name in tests if _kind(name) in comparison.secondary)
    p_values = {name: p for name, (p, _) in tests.items()}
    return Sensitivity(primary.p_exact, p_values, differs, planned, comparison.status)


def _kind(name: str) -> str:
    """``seed 2 alone`` is planned or not with all its fellows, as ``per seed``."""
    return "per seed" if name.startswith("seed ") else name


def leave_one_out(scores: Mapping[str, int]) -> dict[str, SignflipResult]:
    """The clustered test without each trap in turn.

    Null, exchangeability and source: `signflip_test`, over the traps that remain.
    Complexity: one test per distinct score, since traps with equal scores are interchangeable.

    >>> {trap: test.D for trap, test in leave_one_out({"s": 2, "t": -1}).items()}
    {'s': -1, 't': 2}
    """
    values = list(scores.values())
    without: dict[int, SignflipResult] = {}
    for score in set(values):
        rest = values.copy()
        rest.remove(score)
        without[score] = signflip_test(rest)
    return {trap: without[score] for trap, score in scores.items()}


def construct_balanced(scores: Mapping[str, int], constructs: Mapping[str, str]) -> SignflipResult:
    """The clustered test of the sum of the constructs' mean scores.

    Null and exchangeability as in `signflip_test`: weights are fixed before the signs are drawn.
    Scores are scaled to integers, so `D` is in units of one over the least common multiple of the
    constructs' sizes.
    Source: the construct quotas of arXiv:2608.20664, appendix C, taken as weights.
    Complexity: one sign-flip test.

    >>> construct_balanced({"s": 1, "t": 1, "u": -1}, {"s": "C1", "t": "C1", "u": "C2"}).D
    0
    """
    strangers = [trap for trap in scores if trap not in constructs]
    if strangers:
        raise StatsInputError(f"trap {strangers[0]!r} has no construct: add it to the mapping")
    sizes = Counter(constructs[trap] for trap in scores)
    scale = math.lcm(*sizes.values())
    return signflip_test(scale // sizes[constructs[trap]] * d for trap, d in scores.items())
