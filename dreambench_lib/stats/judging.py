"""How one claim is decided: by a test of its slot, by a margin, or by measures."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple, Protocol

from dreambench_lib.stats.comparison import Comparison
from dreambench_lib.stats.equivalence import (
    equivalence_test,
    noninferiority_test,
    superiority_test,
)
from dreambench_lib.stats.holm import HolmSlot
from dreambench_lib.stats.inputs import as_text
from dreambench_lib.stats.preregistration import Claim, Demand, PlannedFamily

State = Literal["holds", "fails", "not evaluable"]


class Evidence(Protocol):
    """Where a plan's evaluator looks for outcomes."""

    def comparison(self, first: str, second: str, family: PlannedFamily) -> Comparison | None:
        """Two conditions compared as the family says; None where there are no outcomes."""
        ...

    def measure(self, name: str, condition: str, block: str) -> Fraction | None:
        """A measure of one condition; None where it is unknown for this source."""
        ...


class Ruling(NamedTuple):
    """A claim's state, what was seen, and the sentence that may be said."""

    state: State
    seen: str
    allows: str


def undecided(why: str) -> Ruling:
    """A claim that nothing decides, which is neither a pass nor a failure.

    >>> undecided("the fold was not run").state
    'not evaluable'
    """
    return Ruling("not evaluable", why, "Nothing may be said about this: it was not decided.")


def by_measures(claim: Claim, evidence: Evidence) -> Ruling:
    """All demands have to be met; one whose measure is unknown leaves the claim undecided."""
    seen, holds = [], True
    for demand in claim.demands:
        value = _value(demand, evidence)
        if value is None:
            return undecided(f"{demand.measure} of {demand.of} is not known for these outcomes")
        inside = (demand.at_least is None or value >= demand.at_least) and (
            demand.at_most is None or value <= demand.at_most
        )
        holds = holds and inside
        seen.append(_shown(demand, value, inside))
    if holds:
        return Ruling("holds", "; ".join(seen), claim.says)
    return Ruling("fails", "; ".join(seen), _not(claim))


def _value(demand: Demand, evidence: Evidence) -> Fraction | None:
    value = evidence.measure(demand.measure, demand.of, demand.block)
    if not demand.against or value is None:
        return value
    other = evidence.measure(demand.measure, demand.against, demand.block)
    return None if other is None else value - other


def _shown(demand: Demand, value: Fraction, inside: bool) -> str:
    whose = f"{demand.of} minus {demand.against}" if demand.against else demand.of
    bounds = " and ".join(
        f"{sign} {float(bound):g}"
        for sign, bound in (("≥", demand.at_least), ("≤", demand.at_most))
        if bound is not None
    )
    where = "" if demand.block == "all" else f" ({demand.block})"
    return (
        f"{demand.measure} of {whose}{where} {float(value):.3f}, {'' if inside else 'not '}{bounds}"
    )


def by_difference(
    claim: Claim, comparison: Comparison, slot: HolmSlot, family: PlannedFamily
) -> Ruling:
    """The slot is rejected after Holm, in favour of its first condition."""
    level = float(family.alpha)
    seen = (
        f"D {comparison.D:+d}, p {float(slot.raw):.4g}, after Holm {float(slot.adjusted):.4g} "
        f"against {level:g}"
    )
    if slot.rejected and comparison.D > 0:
        return Ruling("holds", seen, claim.says)
    if slot.rejected:
        better, worse = comparison.second, comparison.first
        said = f"{_not(claim)} The test rejects in favour of {better} over {worse}."
        return Ruling("fails", seen, said)
    said = (
        f"{_not(claim)} The test failed to reject, which is no evidence that "
        f"{comparison.first} and {comparison.second} are equally good."
    )
    return Ruling("fails", seen, said)


def by_margin(claim: Claim, comparison: Comparison, family: PlannedFamily) -> Ruling:
    """The exact clustered test with the claim's margin, at the family's alpha, outside Holm."""
    scores, pairs = comparison.scores.values(), list(comparison.pairs.sizes.values())
    given = (scores, pairs, claim.margin, family.alpha)
    if claim.test == "equivalence":
        p = equivalence_test(*given).p_exact
    elif claim.test == "noninferiority":
        p = noninferiority_test(*given).p_exact
    else:
        p = superiority_test(*given).p_exact
    seen = f"{claim.test} with margin {as_text(claim.margin or Fraction(0))}: p {float(p):.4g}"
    if p <= family.alpha:
        return Ruling("holds", seen, claim.says)
    return Ruling("fails", seen, f"{_not(claim)} The test of {claim.test} failed to reject.")


def _not(claim: Claim) -> str:
    return f"It may not be said: “{claim.says}” {claim.otherwise}".strip()
