"""Holm and families: against statsmodels, and where statsmodels is wrong."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from dreambench_lib.stats import (
    PUBLISHED_FAMILIES,
    V2,
    V21_A,
    V21_B,
    Family,
    Slot,
    StatsInputError,
    holm,
)

families = st.dictionaries(
    st.text("abcdefgh", min_size=1, max_size=3), st.floats(0, 1), min_size=1, max_size=8
)


@given(families)
@settings(max_examples=25, deadline=None)
def test_equals_statsmodels(p_values: dict[str, float]) -> None:
    reject, adjusted, *_ = multipletests(list(p_values.values()), alpha=0.05, method="holm")
    ours = holm(p_values)
    assert [float(slot.adjusted) for slot in ours.values()] == pytest.approx(list(adjusted))
    near = [abs(slot.adjusted - Fraction(1, 20)) < 1e-12 for slot in ours.values()]
    for slot, theirs, close in zip(ours.values(), reject, near, strict=True):
        assert close or slot.rejected == theirs


@given(families)
def test_is_the_closed_test_of_bonferroni(p_values: dict[str, float]) -> None:
    """A slot is rejected when Bonferroni rejects every intersection that contains it."""
    p_values = dict(list(p_values.items())[:6])
    exact = {label: Fraction(str(p)) for label, p in p_values.items()}
    for label, slot in holm(p_values).items():
        sets = [
            group
            for size in range(1, len(exact) + 1)
            for group in combinations(exact, size)
            if label in group
        ]
        assert slot.adjusted == max(
            min(Fraction(1), len(group) * min(exact[name] for name in group)) for group in sets
        )


def test_unavailable_slot_stays_in_the_family() -> None:
    """statsmodels calls the NaN slot of this family rejected."""
    theirs = multipletests([0.001, math.nan, 0.02], method="holm")[0]
    assert list(theirs) == [True, True, True]
    ours = holm({"A": 0.001, "B": None, "C": 0.02})
    assert [slot.rejected for slot in ours.values()] == [True, False, True]
    assert [slot.adjusted for slot in ours.values()] == [
        Fraction(3, 1000),
        Fraction(1),
        Fraction(1, 25),
    ]
    assert not ours["B"].available


def test_rejects_at_alpha_exactly() -> None:
    assert holm({"A": 0.05})["A"].rejected
    assert holm({"A": Fraction(1, 20)})["A"].rejected
    assert not holm({"A": Fraction(1, 20) + Fraction(1, 10**30)})["A"].rejected
    assert holm({"A": 0.02, "B": 0.025, "C": None}, alpha=0.06)["A"].rejected


def test_order_of_equal_p_is_by_label_and_result_in_given_order() -> None:
    found = holm({"b": 0.2, "a": 0.2})
    assert list(found) == ["b", "a"]
    assert {slot.adjusted for slot in found.values()} == {Fraction(2, 5)}


@pytest.mark.parametrize(
    ("p_values", "says"),
    [
        ({"A": math.nan}, "'A' is NaN: pass None"),
        ({"A": 1.5}, "'A' is 1.5"),
        ({"A": -0.1}, "'A' is -0.1"),
        ({"A": True}, "'A' is True"),
        ({}, "no slots"),
    ],
)
def test_refuses(p_values: dict, says: str) -> None:
    with pytest.raises(StatsInputError, match=says):
        holm(p_values)


class TestFamily:
    def test_cannot_shrink(self) -> None:
        with pytest.raises(StatsInputError, match="'P2' of v2 has no p-value"):
            V2.adjust({"P1": 0.01})
        with pytest.raises(AttributeError):
            V2.slots = ()  # type: ignore[misc]

    def test_unavailability_found_later_keeps_the_place(self) -> None:
        p_values = {label: 0.009 for label in V2.labels if label != "P3"}
        adjusted = V2.adjust(p_values, unavailable={"P3": "grid incomplete"})
        assert len(adjusted) == 6
        assert float(adjusted["P1"].adjusted) == 0.054
        assert adjusted["P3"].adjusted == 1

    def test_unavailable_with_a_value(self) -> None:
        with pytest.raises(StatsInputError, match="unavailable but has a p-value"):
            V21_A.adjust({"A1": 0.1, "A2": 0.1, "A3": 0.1, "A4": 0.1})

    def test_wrong_label_lists_the_right_ones(self) -> None:
        with pytest.raises(StatsInputError, match=r"did you mean 'P6'\?.*P1, P2"):
            V2.adjust({"P66": 0.5})
        with pytest.raises(StatsInputError, match="one of: P1"):
            V2["Q"]

    def test_labels_are_distinct(self) -> None:
        with pytest.raises(StatsInputError, match="distinct labels"):
            Family("x", (Slot("A", "a", "b"), Slot("A", "a", "c")))
        with pytest.raises(StatsInputError, match="distinct labels"):
            Family("x", ())

    def test_digest_pins_slots_and_alpha(self) -> None:
        slots = (Slot("A", "a", "b"),)
        digests = {
            Family("x", slots).digest,
            Family("x", slots, Fraction(1, 10)).digest,
            Family("x", (Slot("A", "b", "a"),)).digest,
            Family("x", (Slot("A", "a", "b", "gone"),)).digest,
        }
        assert len(digests) == 4
        assert Family("x", slots, 0.05).digest in digests  # type: ignore[arg-type]

    def test_published_sizes(self) -> None:
        assert {name: len(family) for name, family in PUBLISHED_FAMILIES.items()} == {
            "v1": 5,
            "v2": 6,
            "v2.1 A": 6,
            "v2.1 B": 2,
        }
        assert not any(slot.rejected for slot in V21_B.adjust({}).values())
