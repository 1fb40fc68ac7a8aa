"""What a study declares before its outcomes: families, claims, falsifiers, go/no-go thresholds."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import (
    Field,
    PlainSerializer,
    PlainValidator,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

from dreambench_lib.canonical import canonical, sha256
from dreambench_lib.records import Record
from dreambench_lib.stats.admission import Admission, refused
from dreambench_lib.stats.families import Family, Slot
from dreambench_lib.stats.inputs import as_text, exact
from dreambench_lib.stats.missing import Missing

Exact = Annotated[
    Fraction,
    PlainValidator(lambda value: exact(value, "a number")),
    PlainSerializer(as_text, return_type=str),
]
"""A threshold or level; a float stands for its shortest decimal."""
Block = Literal["all", "needs", "hurts"]
Secondary = Literal[
    "pooled cells", "per seed", "majority of seeds", "leaving one trap out",
    "equal weight per construct",
]  # fmt: skip
"""The sensitivity analyses, by the names that `sensitivity` gives them (seeds together)."""
Test = Literal["difference", "superiority", "noninferiority", "equivalence"]


class PlannedSlot(Record):
    """One registered comparison; `unavailable` says why it can have no outcome."""

    label: str = Field(min_length=1)
    first: str = ""
    second: str = ""
    unavailable: str = ""


class PlannedFamily(Record):
    """The comparisons that share one error rate, and what decides how each is made."""

    name: str = Field(min_length=1)
    slots: tuple[PlannedSlot, ...] = Field(min_length=1)
    alpha: Exact = Fraction(1, 20)
    block: Block = "needs"
    agent: str = ""
    """Whose outcomes; empty where the source has one agent."""
    missing: Missing = Missing.REFUSE
    secondary: tuple[Secondary, ...] = ()
    """Sensitivity analyses that are part of the plan; all others are exploratory."""

    @property
    def family(self) -> Family:
        """The slots as the object that corrects for their number."""
        rows = ((s.label, s.first or None, s.second or None, s.unavailable) for s in self.slots)
        return Family(self.name, tuple(Slot(*row) for row in rows), self.alpha)

    @model_validator(mode="after")
    def _sound(self) -> PlannedFamily:
        if not 0 < self.alpha < 1:
            raise ValueError(f"alpha of family {self.name!r} is not between 0 and 1")
        labels = [slot.label for slot in self.slots]
        for slot in self.slots:
            if labels.count(slot.label) > 1:
                raise ValueError(f"slot {slot.label!r} of family {self.name!r} is named twice")
            if not slot.unavailable and not (slot.first and slot.second):
                raise ValueError(f"slot {slot.label!r} lacks first or second, or why it has none")
        return self


class Demand(Record):
    """A measure of one condition, or its distance to another's, and where it has to lie."""

    measure: str
    of: str
    against: str = ""
    """If named, the value is the measure of `of` minus that of this condition."""
    block: Block = "all"
    at_least: Exact | None = None
    at_most: Exact | None = None

    @model_validator(mode="after")
    def _bounded(self) -> Demand:
        if self.at_least is None and self.at_most is None:
            raise ValueError(f"the demand on {self.measure} has neither at_least nor at_most")
        return self


class Claim(Record):
    """One sentence of the plan and what decides it: a test of a slot, or demands on measures."""

    id: str = Field(min_length=1)
    kind: Literal["claim", "falsifier", "gate"] = "claim"
    says: str = Field(min_length=1)
    """The sentence that may be said if it holds."""
    otherwise: str = ""
    """What follows for the report if it fails."""
    note: str = ""
    family: str = ""
    slot: str = ""
    test: Test | None = None
    margin: Exact | None = None
    """For every test but `difference`; in pass rate per pair."""
    demands: tuple[Demand, ...] = ()
    unavailable: str = ""
    """Why nothing can decide it; then it is not evaluable."""

    @model_validator(mode="after")
    def _decidable(self) -> Claim:
        ways = bool(self.test) + bool(self.demands) + bool(self.unavailable)
        if ways != 1:
            raise ValueError(f"{self.id} needs exactly one of test, demands, unavailable")
        if bool(self.test) != bool(self.slot):
            raise ValueError(f"{self.id} needs both test and slot, or neither")
        if (self.test not in (None, "difference")) != (self.margin is not None):
            raise ValueError(f"{self.id}: a margin goes with superiority, noninferiority and "
                             "equivalence, and with nothing else")  # fmt: skip
        if self.margin is not None and self.margin <= 0:
            if self.margin < 0 or self.test != "superiority":
                raise ValueError(f"{self.id} has the margin {self.margin}: give a positive one")
        return self


class Preregistration(Record):
    """A plan for judging outcomes. Frozen: nothing in it changes, and its bytes have a digest."""

    name: str = Field(min_length=1)
    about: str = ""
    families: tuple[PlannedFamily, ...] = Field(min_length=1)
    claims: tuple[Claim, ...] = ()
    admissions: tuple[Admission, ...] = ()
    """Conformance verdicts; a slot of a condition that was refused has to say it is unavailable."""

    @model_serializer(mode="wrap")
    def _without_admissions(self, serialize: SerializerFunctionWrapHandler) -> dict[str, object]:
        # Written only where there are any: plans frozen without them keep their bytes.
        body: dict[str, object] = serialize(self)
        if not body["admissions"]:
            del body["admissions"]
        return body

    @model_validator(mode="after")
    def _admitted(self) -> Preregistration:
        for family in self.families:
            for slot in family.slots:
                why = refused((slot.first, slot.second), self.admissions)
                if why and not slot.unavailable:
                    raise ValueError(f"slot {slot.label!r} has no outcome to wait for ({why}): "
                                     "declare it unavailable")  # fmt: skip
        return self

    @model_validator(mode="after")
    def _coherent(self) -> Preregistration:
        names = [family.name for family in self.families]
        ids = [claim.id for claim in self.claims]
        for what, listed in (("family", names), ("claim", ids)):
            twice = next((name for name in listed if listed.count(name) > 1), None)
            if twice:
                raise ValueError(f"{what} {twice!r} is named twice")
        for claim in self.claims:
            check_slot(claim, self.families)
        return self

    @property
    def text(self) -> str:
        """The canonical bytes, as text: what a frozen file holds."""
        return canonical(self) + "\n"

    @property
    def digest(self) -> str:
        """SHA-256 of `text`, so that ``sha256sum`` of the frozen file shows it."""
        return sha256(self.text)


def check_slot(claim: Claim, families: tuple[PlannedFamily, ...]) -> PlannedFamily | None:
    """The family whose slot a claim tests; a slot that none has is a ValueError.

    >>> check_slot(Claim(id="F", says="s", unavailable="not run"), ()) is None
    True
    """
    if not claim.slot:
        return None
    for family in families:
        if family.name == claim.family or not claim.family:
            if any(slot.label == claim.slot for slot in family.slots):
                return family
    known = ", ".join(slot.label for family in families for slot in family.slots)
    raise ValueError(f"{claim.id} tests slot {claim.slot!r}, which no such family has ({known})")


def slot_pairs(family: PlannedFamily) -> dict[frozenset[Any], str]:
    """The unordered pairs of conditions that a family registers, with their labels.

    >>> family = PlannedFamily(name="f", slots=(PlannedSlot(label="P", first="X", second="Y"),))
    >>> slot_pairs(family)[frozenset({"Y", "X"})]
    'P'
    """
    return {frozenset((s.first, s.second)): s.label for s in family.slots if s.first and s.second}
