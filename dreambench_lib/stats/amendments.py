"""A frozen plan and its log of amendments: things are added, nothing is taken away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pydantic import Field

from dreambench_lib.canonical import sha256
from dreambench_lib.errors import BadInput
from dreambench_lib.records import Record
from dreambench_lib.stats.comparison import Comparison
from dreambench_lib.stats.flipped import EXPLORATORY
from dreambench_lib.stats.inputs import StatsInputError
from dreambench_lib.stats.preregistration import (
    Claim,
    PlannedFamily,
    Preregistration,
    check_slot,
    slot_pairs,
)


class Withdrawn(Record):
    """A registered comparison that turned out to have no outcome. It keeps its place at p = 1."""

    family: str
    slot: str
    reason: str = Field(min_length=1)


class Amendment(Record):
    """One entry of the log, chained to what it amends."""

    number: int = Field(ge=1)
    date: str
    """ISO 8601, as whoever amends gives it."""
    why: str = Field(min_length=1)
    withdrawn: tuple[Withdrawn, ...] = ()
    adds: tuple[Claim, ...] = ()
    """Claims that came after freezing; they are shown as such for ever."""
    previous: str
    """Digest of the entry before, for the first one of the frozen plan."""

    @property
    def digest(self) -> str:
        """SHA-256 of the entry."""
        return sha256(self)


@dataclass(frozen=True)
class PlanState:
    """A frozen plan with what its amendments add."""

    plan: Preregistration
    amendments: tuple[Amendment, ...] = ()

    def __post_init__(self) -> None:
        known = [claim.id for claim in self.plan.claims]
        for number, entry in enumerate(self.amendments, 1):
            if entry.number != number or entry.previous != self._head(number - 1):
                raise StatsInputError(
                    f"amendment {entry.number} does not follow what stands before it: "
                    "the log was edited; restore it"
                )
            for one in entry.withdrawn:
                self._registered(one)
            for claim in entry.adds:
                if claim.id in known:
                    raise StatsInputError(
                        f"{claim.id} is declared already and cannot be declared anew: "
                        "give the new claim another id"
                    )
                _check(claim, self.plan.families)
                known.append(claim.id)

    @property
    def digest(self) -> str:
        """The frozen plan's digest: what runs carry."""
        return self.plan.digest

    @property
    def head(self) -> str:
        """Digest of the last entry of the log, or of the plan."""
        return self._head(len(self.amendments))

    @property
    def families(self) -> tuple[PlannedFamily, ...]:
        """The frozen families: the same slots in the same order, some now unavailable."""
        reasons = {
            (one.family, one.slot): one.reason for entry in self.amendments
            for one in entry.withdrawn
        }  # fmt: skip
        return tuple(
            family.model_copy(
                update={
                    "slots": tuple(
                        slot.model_copy(update={"unavailable": reason}) if reason else slot
                        for slot in family.slots
                        for reason in [reasons.get((family.name, slot.label), "")]
                    )
                }
            )
            for family in self.plan.families
        )

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The frozen claims, then those that were added."""
        return (*self.plan.claims, *(claim for one in self.amendments for claim in one.adds))

    def added_by(self, claim_id: str) -> int | None:
        """The number of the amendment that brought a claim; None for a frozen one."""
        for entry in self.amendments:
            if any(claim.id == claim_id for claim in entry.adds):
                return entry.number
        return None

    def amended(
        self,
        date: str,
        why: str,
        withdrawn: Sequence[Withdrawn] = (),
        adds: Sequence[Claim] = (),
    ) -> PlanState:
        """The state with one more entry.

        >>> from dreambench_lib.stats import V2
        >>> slots = [{"label": s.label, "first": s.first, "second": s.second} for s in V2.slots]
        >>> frozen = {"name": "p", "families": [{"name": "v2", "slots": slots}]}
        >>> state = PlanState(Preregistration.model_validate(frozen))
        >>> gone = Withdrawn(family="v2", slot="P3", reason="the service was shut down")
        >>> later = state.amended("2026-01-01", "P3 cannot be run", [gone])
        >>> len(later.families[0].slots), later.digest == state.digest
        (6, True)
        """
        entry = Amendment(
            number=len(self.amendments) + 1,
            date=date,
            why=why,
            withdrawn=tuple(withdrawn),
            adds=tuple(adds),
            previous=self.head,
        )
        return PlanState(self.plan, (*self.amendments, entry))

    def stamped(
        self,
        comparison: Comparison,
        block: str,
        agent: str | None = None,
        alpha: Fraction | None = None,
    ) -> Comparison:
        """The comparison with its status: planned if a frozen family names exactly this analysis.

        The pair (in either order), the block, the agent, the rule for missing cells and, where one
        is given, the level all have to be the plan's; anything else stays exploratory.
        """
        pair = frozenset((comparison.first, comparison.second))
        for family in self.families:
            same = family.block == block and family.agent in ("", agent)
            same &= not comparison.missing or comparison.pairs.rule is family.missing
            if same and alpha in (None, family.alpha):
                if label := slot_pairs(family).get(pair):
                    status = f"planned: {label} of {family.name}"
                    return replace(comparison, status=status, secondary=family.secondary)
        return replace(comparison, status=EXPLORATORY, secondary=())

    def _head(self, entries: int) -> str:
        return self.amendments[entries - 1].digest if entries else self.plan.digest

    def _registered(self, one: Withdrawn) -> None:
        for family in self.plan.families:
            if family.name == one.family:
                family.family[one.slot]  # raises and lists the labels
                return
        raise StatsInputError(
            f"the plan has no family {one.family!r}: it has "
            f"{', '.join(family.name for family in self.plan.families)}"
        )


def _check(claim: Claim, families: tuple[PlannedFamily, ...]) -> None:
    try:
        check_slot(claim, families)
    except ValueError as fault:
        if isinstance(fault, BadInput):
            raise
        raise StatsInputError(str(fault)) from None
