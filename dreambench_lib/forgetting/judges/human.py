"""Human agreement, weighted by how common each consensus pattern is (paper, Appendix C.2).

The paper's 88.3 % is a mean over four strata with 25 criteria each, chosen to be equally many. That
is a diagnosis of the strata; only with their prevalence does it become an estimate for a corpus.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from dreambench_lib.errors import BadInput
from dreambench_lib.stats import Interval, wilson


class Stratum(NamedTuple):
    """Criteria of one consensus pattern that people judged, too."""

    agree: int
    judged: int


class HumanAgreement(NamedTuple):
    """An estimate and what it is an estimate of."""

    label: str
    value: Fraction
    interval: Interval
    strata: Mapping[str, Stratum]
    prevalence: Mapping[str, Fraction] | None


BALANCED = "balanced diagnostic agreement (strata weighted equally; not an accuracy)"
WEIGHTED = "prevalence-weighted agreement"


def balanced(strata: Mapping[str, Stratum], level: float = 0.95) -> HumanAgreement:
    """The mean over strata, as the paper prints it, under a name that says what it is."""
    share = Fraction(1, len(strata) or 1)
    return _weighted(BALANCED, strata, dict.fromkeys(strata, share), level)._replace(
        prevalence=None
    )


def weighted(
    strata: Mapping[str, Stratum], prevalence: Mapping[str, Fraction] | None, level: float = 0.95
) -> HumanAgreement:
    """Agreement in the population whose strata have these prevalences.

    Args:
        strata: Judged criteria per consensus pattern.
        prevalence: Share of each pattern in the population; shares must add up to 1. Without them
            there is no such estimate, and the balanced mean is refused in its place.
        level: Of the interval.
    """
    if prevalence is None:
        raise BadInput(
            "without the strata's prevalences there is no population agreement: give them, or ask "
            f"for the {BALANCED}"
        )
    if set(prevalence) != set(strata):
        odd = sorted(set(prevalence) ^ set(strata))[0]
        raise BadInput(f"stratum {odd!r} has only counts or only a prevalence: give both for each")
    shares = {name: Fraction(share) for name, share in prevalence.items()}
    if sum(shares.values()) != 1 or min(shares.values()) < 0:
        total = float(sum(shares.values()))
        raise BadInput(f"prevalences add up to {total:g}: give shares of 0 or more that make 1")
    return _weighted(WEIGHTED, strata, shares, level)


def _weighted(
    label: str, strata: Mapping[str, Stratum], shares: Mapping[str, Fraction], level: float
) -> HumanAgreement:
    """Point estimate exact; interval by recovering variances from each stratum's Wilson limits.

    (Zou, Huang and Zhang 2009: unlike the textbook variance it does not shrink to nothing in a
    stratum where everybody agreed.)
    """
    if not strata:
        raise BadInput("no stratum was given: give judged criteria per consensus pattern")
    value, low, high = Fraction(0), 0.0, 0.0
    for name, (agree, judged) in strata.items():
        if not judged:
            if shares[name]:
                raise BadInput(f"stratum {name!r} has a prevalence and no judged criterion")
            continue
        rate = Fraction(agree, judged)
        ends = wilson(agree, judged, level)
        share = float(shares[name])
        value += shares[name] * rate
        low += (share * (float(rate) - ends.low)) ** 2
        high += (share * (ends.high - float(rate))) ** 2
    middle = float(value)
    ends = Interval(max(0.0, middle - low**0.5), min(1.0, middle + high**0.5))
    return HumanAgreement(label, value, ends, dict(strata), dict(shares))
