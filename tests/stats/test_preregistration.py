"""Plans: canonical, frozen, only ever added to; every claim decided or said to be undecided."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from dreambench_lib.errors import BadInput
from dreambench_lib.stats import (
    V2,
    Claim,
    Comparison,
    PlannedFamily,
    PlanState,
    Preregistration,
    StatsInputError,
    Withdrawn,
    compare_pairs,
    evaluate,
    pair_outcomes,
    sensitivity,
)
from dreambench_lib.stats.preregistration import Secondary


def outcome(wins: int, losses: int = 0, ties: int = 0, seeds: int = 3) -> tuple[dict, dict]:
    """Clusters won, lost and tied in every seed."""
    cells = [(f"t{n:03d}", s) for n in range(wins + losses + ties) for s in range(1, seeds + 1)]
    first = {cell: int(int(cell[0][1:]) < wins) for cell in cells}
    second = {cell: int(wins <= int(cell[0][1:]) < wins + losses) for cell in cells}
    return first, second


def comparison(*counts: int) -> Comparison:
    return compare_pairs("X", "Y", pair_outcomes(*outcome(*counts)))


class Known:
    """Evidence from two dictionaries."""

    def __init__(self, made: dict | None = None, measures: dict | None = None) -> None:
        self.made, self.measures = made or {}, measures or {}

    def comparison(self, first: str, second: str, family: PlannedFamily) -> Comparison | None:
        found = self.made.get((first, second))
        if isinstance(found, Exception):
            raise found
        return found

    def measure(self, name: str, condition: str, block: str) -> Fraction | None:
        return self.measures.get((name, condition))


def plan(*claims: dict[str, Any], slots: int = 1, **family: Any) -> Preregistration:
    pairs = [{"label": "P1", "first": "X", "second": "Y"}]
    pairs += [{"label": f"P{n}", "first": f"X{n}", "second": "Y"} for n in range(2, slots + 1)]
    return Preregistration.model_validate(
        {"name": "p", "families": [{"name": "f", "slots": pairs, **family}], "claims": claims}
    )


CLAIM = {"id": "c", "says": "X passes more than Y.", "slot": "P1", "test": "difference"}


def judged(claim: dict[str, Any], evidence: Known, slots: int = 1) -> Any:
    return evaluate(PlanState(plan(claim, slots=slots)), evidence).of(claim["id"])


class TestDifference:
    def test_holds(self) -> None:
        found = judged(CLAIM, Known({("X", "Y"): comparison(6)}))
        assert (found.state, found.allows) == ("holds", CLAIM["says"])

    def test_failing_to_reject_is_said_and_equality_is_not(self) -> None:
        found = judged(CLAIM, Known({("X", "Y"): comparison(3, 3)}))
        assert found.state == "fails"
        assert "may not be said" in found.allows
        assert (
            "failed to reject, which is no evidence that X and Y are equally good" in found.allows
        )

    def test_a_rejection_for_the_other_side_fails(self) -> None:
        found = judged(CLAIM, Known({("X", "Y"): comparison(0, 8)}))
        assert found.state == "fails"
        assert "rejects in favour of Y over X" in found.allows

    def test_the_family_is_corrected_for(self) -> None:
        """p = 1/32 alone would reject; with a second slot at p = 1 it does not."""
        alone = judged(CLAIM, Known({("X", "Y"): comparison(6)}))
        among = judged(CLAIM, Known({("X", "Y"): comparison(6)}), slots=2)
        assert (alone.state, among.state) == ("holds", "fails")

    def test_no_outcome_is_not_evaluable_and_stays_at_one(self) -> None:
        result = evaluate(PlanState(plan(CLAIM)), Known())
        assert result.of("c").state == "not evaluable"
        assert result.families["f"]["P1"].adjusted == 1
        assert result.reasons["f", "P1"] == "no outcomes"

    def test_cells_that_the_rule_refuses_leave_the_slot_at_one(self) -> None:
        refused = StatsInputError("3 outcomes are missing")
        result = evaluate(PlanState(plan(CLAIM)), Known({("X", "Y"): refused}))
        assert result.of("c").state == "not evaluable"
        assert "3 outcomes are missing" in result.of("c").seen


@pytest.mark.parametrize(
    ("test", "margin", "counts", "state"),
    [
        ("equivalence", "1/4", (0, 0, 20), "holds"),
        ("equivalence", "1/4", (8, 0, 2), "fails"),
        ("noninferiority", "1/10", (6, 0, 6), "holds"),
        ("noninferiority", "1/10", (0, 6, 6), "fails"),
        ("superiority", "0", (8, 0, 2), "holds"),
        ("superiority", "1/2", (3, 3, 6), "fails"),
    ],
)
def test_margins(test: str, margin: str, counts: tuple[int, ...], state: str) -> None:
    claim = {**CLAIM, "test": test, "margin": margin}
    found = judged(claim, Known({("X", "Y"): comparison(*counts)}))
    assert found.state == state
    assert test in found.seen


class TestDemands:
    CLAIM = {
        "id": "F", "kind": "falsifier", "says": "It is stable.",
        "demands": [
            {"measure": "m", "of": "X", "at_least": "0.45"},
            {"measure": "m", "of": "X", "against": "Y", "at_least": "-0.15", "at_most": 0},
        ],
    }  # fmt: skip

    @pytest.mark.parametrize(
        ("x", "y", "state"),
        [
            ("0.45", "0.60", "holds"),
            ("0.449", "0.45", "fails"),
            ("0.45", "0.601", "fails"),
            ("0.5", "0.4", "fails"),
            (None, "0.5", "not evaluable"),
            ("0.5", None, "not evaluable"),
        ],
    )
    def test_all_have_to_be_met(self, x: str | None, y: str | None, state: str) -> None:
        known = {("m", name): Fraction(v) for name, v in (("X", x), ("Y", y)) if v is not None}
        assert judged(self.CLAIM, Known(measures=known)).state == state

    def test_a_reason_makes_it_not_evaluable(self) -> None:
        claim = {"id": "F9", "says": "It carries over.", "unavailable": "not run"}
        found = judged(claim, Known())
        assert (found.state, found.seen) == ("not evaluable", "not run")


@pytest.mark.parametrize(
    ("claim", "match"),
    [
        ({"id": "c", "says": "s"}, "exactly one of test, demands, unavailable"),
        ({**CLAIM, "unavailable": "x"}, "exactly one of test, demands, unavailable"),
        ({**CLAIM, "slot": "P9"}, "no such family has"),
        ({**CLAIM, "slot": ""}, "needs both test and slot"),
        ({**CLAIM, "margin": 0.1}, "a margin goes with"),
        ({**CLAIM, "test": "equivalence"}, "a margin goes with"),
        ({**CLAIM, "test": "equivalence", "margin": 0}, "give a positive one"),
        ({**CLAIM, "test": "superiority", "margin": -1}, "give a positive one"),
        ({"id": "c", "says": "s", "demands": [{"measure": "m", "of": "X"}]}, "neither at_least"),
        ({**CLAIM, "test": "equivalence", "margin": "nan"}, "finite number"),
    ],
)
def test_a_claim_that_nothing_decides_is_refused(claim: dict, match: str) -> None:
    with pytest.raises(ValidationError, match=match):
        plan(claim)


def test_names_are_unique() -> None:
    with pytest.raises(ValidationError, match="claim 'c' is named twice"):
        plan(CLAIM, CLAIM)
    slots = [{"label": "P1", "first": "X", "second": "Y"}] * 2
    with pytest.raises(ValidationError, match="slot 'P1' of family 'f' is named twice"):
        Preregistration.model_validate({"name": "p", "families": [{"name": "f", "slots": slots}]})


def test_a_plan_can_name_every_sensitivity_analysis_and_no_other() -> None:
    made = comparison(6, 2, 2)
    constructs = dict.fromkeys(made.scores, "C1")
    names = sensitivity(made, constructs).alternatives
    kinds = {"per seed" if name.startswith("seed ") else name for name in names}
    assert kinds == set(get_args(Secondary))
    planned = PlanState(plan(CLAIM, secondary=sorted(kinds))).stamped(made, "needs")
    found = sensitivity(planned, constructs)
    assert {found.status(name) for name in names} == {"planned, secondary"}
    assert {sensitivity(made, constructs).status(name) for name in names} == {"exploratory"}


def test_equal_plans_have_equal_bytes() -> None:
    decimal, fraction = plan(CLAIM, alpha=0.05), plan(CLAIM, alpha="1/20")
    assert decimal.text == fraction.text
    assert Preregistration.model_validate_json(decimal.text) == decimal
    assert decimal.digest != plan(CLAIM, alpha=0.01).digest


slot_labels = st.sampled_from([slot.label for slot in V2.slots])
p_values = st.fractions(0, 1)


def published_state() -> PlanState:
    slots = [{"label": s.label, "first": s.first, "second": s.second} for s in V2.slots]
    frozen = {"name": "p", "families": [{"name": "v2", "slots": slots}], "claims": []}
    return PlanState(Preregistration.model_validate(frozen))


class TestSlotsNeverLeave:
    @settings(deadline=None)
    @given(
        st.lists(st.lists(slot_labels, max_size=3), max_size=4),
        st.fixed_dictionaries({slot.label: p_values for slot in V2.slots}),
    )
    def test_whatever_is_amended(self, steps: list[list[str]], given_p: dict) -> None:
        state = published_state()
        for number, gone in enumerate(steps):
            added = Claim(id=f"late-{number}", says="s", unavailable="not run")
            withdrawn = [Withdrawn(family="v2", slot=label, reason="r") for label in gone]
            state = state.amended("2026-01-01", "why", withdrawn, [added])
        family = state.families[0].family
        assert family.labels == V2.labels
        assert state.digest == published_state().digest
        absent = {slot.label for slot in family.slots if slot.unavailable}
        assert absent == {label for gone in steps for label in gone}
        after = family.adjust({k: p for k, p in given_p.items() if k not in absent})
        for label in V2.labels:
            assert after[label].raw == (1 if label in absent else given_p[label])

    @settings(deadline=None)
    @given(st.sets(slot_labels, min_size=1), st.fixed_dictionaries(
        {slot.label: p_values for slot in V2.slots}))  # fmt: skip
    def test_withdrawing_never_helps_another_slot(self, gone: set[str], given_p: dict) -> None:
        state = published_state()
        rows = [Withdrawn(family="v2", slot=label, reason="r") for label in sorted(gone)]
        later = state.amended("2026-01-01", "why", rows).families[0].family
        before = state.families[0].family.adjust(given_p)
        after = later.adjust({k: p for k, p in given_p.items() if k not in gone})
        assert all(after[k].adjusted >= before[k].adjusted for k in given_p if k not in gone)

    def test_there_is_no_way_to_name_a_removal(self) -> None:
        state = published_state()
        with pytest.raises(ValidationError):
            state.plan.families[0].slots = ()  # type: ignore[misc]
        with pytest.raises(BadInput, match="unknown slot of v2 'P7'"):
            state.amended("d", "w", [Withdrawn(family="v2", slot="P7", reason="r")])
        with pytest.raises(BadInput, match="no family 'v3'"):
            state.amended("d", "w", [Withdrawn(family="v3", slot="P1", reason="r")])


class TestAmendments:
    def test_added_claims_are_shown_as_added(self) -> None:
        late = Claim.model_validate({**CLAIM, "id": "late"})
        state = PlanState(plan(CLAIM)).amended("2026-02-03", "an idea", adds=[late])
        result = evaluate(state, Known({("X", "Y"): comparison(6)}))
        assert [(one.claim.id, one.amendment) for one in result.judged] == [
            ("c", None),
            ("late", 1),
        ]

    def test_a_claim_cannot_be_replaced(self) -> None:
        with pytest.raises(BadInput, match="c is declared already"):
            PlanState(plan(CLAIM)).amended("d", "w", adds=[Claim.model_validate(CLAIM)])

    def test_an_edited_log_is_seen(self) -> None:
        state = PlanState(plan(CLAIM)).amended("d", "first").amended("d", "second")
        first, second = state.amendments
        for log in [
            (second,),
            (first.model_copy(update={"why": "other"}), second),
            (second, first),
        ]:
            with pytest.raises(StatsInputError, match="the log was edited"):
                PlanState(state.plan, log)


class TestStamps:
    def state(self, **family: Any) -> PlanState:
        return PlanState(plan(CLAIM, secondary=["per seed"], **family))

    def test_planned(self) -> None:
        stamped = self.state().stamped(comparison(3), "needs", "any", Fraction(1, 20))
        assert stamped.status == "planned: P1 of f"
        assert stamped.secondary == ("per seed",)

    def test_the_pair_has_no_order(self) -> None:
        turned = compare_pairs("Y", "X", pair_outcomes(*outcome(3)))
        assert self.state().stamped(turned, "needs").status == "planned: P1 of f"

    def test_anything_else_is_exploratory(self) -> None:
        other = compare_pairs("X", "Z", pair_outcomes(*outcome(3)))
        first, second = outcome(3)
        del second["t000", 1]
        holes = compare_pairs("X", "Y", pair_outcomes(first, second, missing="complete-pairs"))
        state = self.state(agent="a")
        for made, block, agent, alpha in [
            (comparison(3), "hurts", "a", None),
            (comparison(3), "needs", "b", None),
            (comparison(3), "needs", "a", Fraction(1, 10)),
            (other, "needs", "a", None),
            (holes, "needs", "a", None),
        ]:
            assert state.stamped(made, block, agent, alpha).status == "exploratory"
        declared = self.state(agent="a", missing="complete-pairs")
        assert declared.stamped(holes, "needs", "a").status == "planned: P1 of f"

    def test_exploratory_is_where_everything_starts(self) -> None:
        assert comparison(3).as_dict()["status"] == "exploratory"
