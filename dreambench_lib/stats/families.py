"""Declared families of comparisons, and the published ones as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from dreambench_lib.canonical import sha256
from dreambench_lib.errors import unknown
from dreambench_lib.stats.holm import HolmSlot, holm
from dreambench_lib.stats.inputs import StatsInputError, as_text, open_level


@dataclass(frozen=True, slots=True)
class Slot:
    """One registered comparison; `unavailable` is the reason why it can have no outcome."""

    label: str
    first: str | None
    second: str | None
    unavailable: str = ""


@dataclass(frozen=True)
class Family:
    """A preregistered family: its slots are fixed, so nothing can leave it after the outcomes.

    >>> V2["P1"].first, len(V2)
    ('DF-hybrid', 6)
    """

    name: str
    slots: tuple[Slot, ...]
    alpha: Fraction = Fraction(1, 20)

    def __post_init__(self) -> None:
        labels = [slot.label for slot in self.slots]
        if not labels or len(set(labels)) < len(labels):
            raise StatsInputError(
                f"family {self.name!r} needs slots with distinct labels, not {labels}"
            )
        object.__setattr__(self, "alpha", open_level(self.alpha, "alpha"))

    def __len__(self) -> int:
        return len(self.slots)

    def __getitem__(self, label: str) -> Slot:
        for slot in self.slots:
            if slot.label == label:
                return slot
        raise StatsInputError(str(unknown(f"slot of {self.name}", label, self.labels)))

    @property
    def labels(self) -> tuple[str, ...]:
        """The slots' labels in their registered order."""
        return tuple(slot.label for slot in self.slots)

    @property
    def digest(self) -> str:
        """SHA-256 of the registered content: what a plan pins."""
        rows = [[slot.label, slot.first, slot.second, slot.unavailable] for slot in self.slots]
        return sha256({"name": self.name, "alpha": as_text(self.alpha), "slots": rows})

    def adjust(
        self, p_values: Mapping[str, Any], unavailable: Mapping[str, str] = MappingProxyType({})
    ) -> dict[str, HolmSlot]:
        """Holm over all registered slots.

        Args:
            p_values: A p for every slot that is available.
            unavailable: Further slots that turned out to have no outcome, each with its reason.
                They keep their place at p = 1.

        >>> adjusted = V21_A.adjust({"A1": 0.001, "A2": 0.002, "A3": 0.003})
        >>> [float(slot.adjusted) for slot in adjusted.values()]
        [0.006, 0.01, 0.012, 1.0, 1.0, 1.0]
        """
        gone = {slot.label for slot in self.slots if slot.unavailable} | set(unavailable)
        for label in (*p_values, *unavailable):
            if label not in self.labels:
                raise StatsInputError(str(unknown(f"slot of {self.name}", label, self.labels)))
        for label in self.labels:
            if label in gone and p_values.get(label) is not None:
                raise StatsInputError(
                    f"slot {label!r} of {self.name} is unavailable but has a p-value: drop one"
                )
            if label not in gone and p_values.get(label) is None:
                raise StatsInputError(
                    f"slot {label!r} of {self.name} has no p-value: "
                    "give one, or declare the slot unavailable with a reason"
                )
        return holm({label: p_values.get(label) for label in self.labels}, self.alpha)


def _family(name: str, prefix: str, *pairs: str) -> Family:
    sides = [pair.split(" / ") for pair in pairs]
    return Family(
        name, tuple(Slot(f"{prefix}{i}", one, two) for i, (one, two) in enumerate(sides, 1))
    )


_REJECTED = "rejected by conformance before evaluation"

V1 = _family(
    "v1",
    "",
    "DF-hybrid / B5",
    "DF-hybrid / DF",
    "DF-raw-only / B5",
    "DF / B5",
    "DF / B3",
)
"""The five comparisons of v1 (arXiv:2608.20664, appendix E.5)."""

V2 = _family(
    "v2",
    "P",
    "DF-hybrid / B5",
    "DF / B5",
    "DF-raw-only / B5",
    "DF-hybrid / DF-raw-only",
    "DF-hybrid / DF",
    "DF / B3",
)
"""The six preregistered comparisons P1-P6 of v2 (section 7)."""

V21_A = Family(
    "v2.1 A",
    (
        Slot("A1", "B5", "B0"),
        Slot("A2", "DF-hybrid", "B0"),
        Slot("A3", "B5-MEM0-LIT", "B0"),
        Slot("A4", "B5-MEM0", "B0", _REJECTED),
        Slot("A5", "B5-SM-LOCAL", "B0", _REJECTED),
        Slot("A6", "B5-SM-LOCAL-DOC", "B0", _REJECTED),
    ),
)
"""v2.1, benchmark family: each condition against no memory (section 6.6, appendix E.3)."""

V21_B = Family("v2.1 B", (Slot("B1", None, None, _REJECTED), Slot("B2", None, None, _REJECTED)))
"""v2.1, mechanism family: two within-system slots whose pairs were not printed (appendix E.3)."""

PUBLISHED_FAMILIES = MappingProxyType({family.name: family for family in (V1, V2, V21_A, V21_B)})
