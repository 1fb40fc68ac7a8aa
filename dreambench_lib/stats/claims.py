"""A plan held against outcomes: each claim holds, fails or is not evaluable, and what that allows.

A claim that fails is never turned into its opposite: a test that failed to reject says so, and
equality is only ever said where a margin was declared and the test of equivalence rejected.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dreambench_lib.stats.amendments import PlanState
from dreambench_lib.stats.comparison import Comparison
from dreambench_lib.stats.holm import HolmSlot
from dreambench_lib.stats.inputs import StatsInputError
from dreambench_lib.stats.judging import (
    Evidence,
    State,
    by_difference,
    by_margin,
    by_measures,
    undecided,
)
from dreambench_lib.stats.preregistration import Claim, PlannedFamily, check_slot


@dataclass(frozen=True)
class Judged:
    """One claim with its state, what was seen, and the sentence it allows."""

    claim: Claim
    state: State
    seen: str
    allows: str
    amendment: int | None = None
    """The amendment that added the claim; None for one that was frozen."""

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {
            "id": self.claim.id,
            "kind": self.claim.kind,
            "says": self.claim.says,
            "state": self.state,
            "seen": self.seen,
            "may be said": self.allows,
            "note": self.claim.note,
            "amendment": self.amendment,
        }


@dataclass(frozen=True)
class Evaluation:
    """A plan's families, corrected, and its claims, judged."""

    state: PlanState
    families: Mapping[str, Mapping[str, HolmSlot]]
    reasons: Mapping[tuple[str, str], str]
    """(family, slot) -> why the slot stands at p = 1."""
    judged: tuple[Judged, ...]

    def of(self, claim_id: str) -> Judged:
        """One claim's result."""
        return next(one for one in self.judged if one.claim.id == claim_id)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {
            "plan": self.state.plan.name,
            "digest": self.state.digest,
            "amendments": len(self.state.amendments),
            "families": {
                name: [
                    {**slot.as_dict(), "reason": self.reasons.get((name, label), "")}
                    for label, slot in slots.items()
                ]
                for name, slots in self.families.items()
            },
            "claims": [one.as_dict() for one in self.judged],
        }


def evaluate(state: PlanState, evidence: Evidence) -> Evaluation:
    """Every claim, falsifier and gate of a plan against the evidence.

    A slot without outcomes, or whose cells its own rule refuses, stays in its family at p = 1. A
    claim on such a slot is not evaluable. A demand with a measure that the source lacks is not
    evaluable either: never a pass. Margin tests stand outside the family, each at its alpha; they
    assume scores symmetric about a common shift (`equivalence_test`).
    Complexity: one exact test per slot, two per margin.

    >>> from dreambench_lib.stats import Preregistration
    >>> family = {"name": "f", "slots": [{"label": "P", "first": "X", "second": "Y"}]}
    >>> claim = {"id": "c", "says": "X is better than Y.", "slot": "P", "test": "difference"}
    >>> declared = {"name": "p", "families": [family], "claims": [claim]}
    >>> plan = Preregistration.model_validate(declared)
    >>> class Nothing:
    ...     comparison = measure = lambda *_: None
    >>> result = evaluate(PlanState(plan), Nothing())
    >>> result.of("c").state, result.families["f"]["P"].adjusted
    ('not evaluable', Fraction(1, 1))
    """
    made: dict[tuple[str, str], Comparison] = {}
    reasons: dict[tuple[str, str], str] = {}
    corrected: dict[str, Mapping[str, HolmSlot]] = {}
    for family in state.families:
        ours: dict[str, Comparison] = {}
        gone: dict[str, str] = {}
        for slot in family.slots:
            found = slot.unavailable or _compared(slot.first, slot.second, family, evidence)
            if isinstance(found, str):
                gone[slot.label] = found
            else:
                ours[slot.label] = found
        made |= {(family.name, label): one for label, one in ours.items()}
        reasons |= {(family.name, label): why for label, why in gone.items()}
        p_values = {label: one.p_exact for label, one in ours.items()}
        corrected[family.name] = family.family.adjust(p_values, gone)
    judged = []
    for claim in state.claims:
        tested = check_slot(claim, state.families)
        place = (tested.name, claim.slot) if tested else ("", "")
        if claim.unavailable:
            ruling = undecided(claim.unavailable)
        elif tested is None:
            ruling = by_measures(claim, evidence)
        elif place not in made:
            ruling = undecided(
                f"slot {claim.slot} has no outcome ({reasons[place]}): it stays at p = 1"
            )
        elif claim.test == "difference":
            ruling = by_difference(claim, made[place], corrected[place[0]][claim.slot], tested)
        else:
            ruling = by_margin(claim, made[place], tested)
        judged.append(Judged(claim, *ruling, state.added_by(claim.id)))
    return Evaluation(state, corrected, reasons, tuple(judged))


def _compared(
    first: str, second: str, family: PlannedFamily, evidence: Evidence
) -> Comparison | str:
    try:
        return evidence.comparison(first, second, family) or "no outcomes"
    except StatsInputError as fault:
        return str(fault)
