"""Repair: field by field, by document time and declared authority, in linear work."""

from __future__ import annotations

import pytest

from dreambench_lib.memory.probe.extract import extract
from dreambench_lib.memory.probe.items import Fact, Item, Provenance, item_id
from dreambench_lib.memory.probe.repair import Outcome, repair
from dreambench_lib.records import Note

V, W, X = "QX-8fK2a-113", "QX-77bZq-904", "QX-05pLm-221"


def note(identity: str, text: str, date: str, **given: object) -> Note:
    base = {"id": identity, "session": 1, "author": "carrier", "about": "ledger", "date": date}
    return Note.model_validate({**base, "text": text, **given})


def mend(*notes: Note) -> tuple[dict[str, Item], Outcome]:
    items = {i.id: i for n in notes for i in extract(n, "e", 1, frozenset({"ledger", "courier"}))}
    return items, repair(items.values())


def fates(*notes: Note) -> dict[tuple[str, str], str]:
    """Relation by (note, value) of every claim; `stands` where nothing put it away."""
    items, outcome = mend(*notes)
    return {
        (item.sources[0], item.fact.value): outcome.fates[item.id].relation
        if item.id in outcome.fates
        else "stands"
        for item in items.values()
        if item.fact and item.fact.kind in ("value", "mention", "way")
    }


FIRST = note("a", f"The closing line is {V}.", "2026-01-01")


def test_a_partial_update_supersedes_only_its_field() -> None:
    both = note("a", f"The closing line is {V}. The header id is HX-1-22.", "2026-01-01")
    later = note("b", f"The closing line becomes {W}.", "2026-02-01", session=2)
    assert fates(both, later) == {
        ("a", V): "supersedes",
        ("a", "HX-1-22"): "stands",
        ("b", W): "stands",
    }


@pytest.mark.parametrize(
    "text",
    [
        f"The closing line is {W}.",
        f"Please use {W} as the closing line from now on.",
        f"{V} changes to {W}.",
        f"We now end exports on {W}, no longer on {V}.",
    ],
)
def test_newer_value_wins_whatever_the_wording(text: str) -> None:
    assert fates(FIRST, note("b", text, "2026-02-01", session=2))["a", V] == "supersedes"


def test_an_old_document_that_arrives_late_is_old() -> None:
    late = note("b", f"The closing line is {W}.", "2025-12-01", session=2)
    assert fates(FIRST, late) == {("a", V): "stands", ("b", W): "supersedes"}


def test_withdrawal_restores_what_the_withdrawn_notice_replaced() -> None:
    second = note("b", f"Notice N-210: the closing line becomes {W}.", "2026-02-01", session=2)
    third = note("c", "Notice N-210 is withdrawn.", "2026-03-01", session=2)
    assert fates(FIRST, second)["a", V] == "supersedes"
    assert fates(FIRST, second, third) == {("a", V): "stands", ("b", W): "withdraws"}


def test_a_withdrawal_can_itself_be_undone() -> None:
    notice = note("a", f"Notice N-1: the closing line is {V}.", "2026-01-01")
    gone = note("b", "Notice N-1 is withdrawn.", "2026-02-01")
    back = note("c", "Notice N-1 is reinstated.", "2026-03-01")
    assert fates(notice, gone)["a", V] == "withdraws"
    assert fates(notice, gone, back)["a", V] == "stands"


def test_a_disproved_incident_takes_its_claims_along() -> None:
    incident = note("a", f"Incident INC-31: set the marker to {V}.", "2026-01-01")
    other = note("b", f"Incident INC-32: set the batch label to {W}.", "2026-01-02")
    closed = note("c", "Incident INC-31 was closed as misdiagnosed.", "2026-02-01")
    told = fates(incident, other, closed)
    assert (told["a", V], told["b", W]) == ("disproves", "stands")


def test_another_repository_changes_nothing_here() -> None:
    by_metadata = note("b", f"The closing line is {W}.", "2026-02-01", about="courier")
    by_text = note("c", f"In the courier repository the closing line is {X}.", "2026-03-01")
    assert fates(FIRST, by_metadata, by_text)["a", V] == "stands"
    strike = note("d", "Notice N-1 is withdrawn.", "2026-02-01", about="courier")
    notice = note("e", f"Notice N-1: the closing line is {V}.", "2026-01-01")
    assert fates(notice, strike)["e", V] == "stands"


def test_another_scope_changes_nothing_outside_it() -> None:
    express = note("b", f"For the express channel the closing line is {W}.", "2026-02-01")
    assert fates(FIRST, express) == {("a", V): "stands", ("b", W): "stands"}
    newer = note("c", f"For the express channel the closing line is {X}.", "2026-03-01")
    assert fates(FIRST, express, newer) == {
        ("a", V): "stands",
        ("b", W): "supersedes",
        ("c", X): "stands",
    }


def test_narrowing_leaves_the_fact_and_gives_it_a_scope() -> None:
    notice = note("a", f"Notice N-1: the closing line is {V}.", "2026-01-01")
    narrow = note("b", "Notice N-1 applies to the express channel only.", "2026-02-01")
    items, outcome = mend(notice, narrow)
    [(identity, (scope, _))] = outcome.scopes.items()
    assert (items[identity].sources, scope) == (("a",), ("express",))
    assert not outcome.fates


def test_authority_beats_time() -> None:
    mine = note("b", f"The closing line is {W}.", "2026-02-01", author="reviewer")
    rule = note("c", "The carrier wins over the reviewer.", "2026-03-01", author="lead")
    assert fates(FIRST, mine)["a", V] == "supersedes"
    assert fates(FIRST, mine, rule) == {("a", V): "stands", ("b", W): "overrules"}
    third = note("d", f"The closing line is {X}.", "2026-02-02", author="finance office")
    assert fates(FIRST, third, rule)["a", V] == "supersedes"


def test_authority_in_a_field_holds_for_that_field() -> None:
    mine = note("b", f"The closing line is {W}.", "2026-02-01", author="reviewer")
    rule = note("c", "On rounding, the carrier wins over the reviewer.", "2026-03-01")
    assert fates(FIRST, mine, rule)["a", V] == "supersedes"


def test_opposite_ways() -> None:
    before = note("a", "Edit docs/report.md by hand.", "2026-01-01")
    after = note("b", "Never edit docs/report.md by hand.", "2026-02-01")
    assert fates(before, after) == {("a", "do"): "supersedes", ("b", "do not"): "stands"}


def test_doubt_overrides_nothing() -> None:
    doubt = note("b", f"Perhaps the closing line becomes {W}.", "2026-02-01")
    assert fates(FIRST, doubt)["a", V] == "stands"


def test_with_nothing_to_decide_both_stand_in_conflict() -> None:
    other = note("b", f"The closing line is {W}.", "2026-01-01")
    _, outcome = mend(FIRST, other)
    assert not outcome.fates
    assert len(outcome.conflicts) == 1


def test_a_mention_goes_with_its_value() -> None:
    # "seen" is no way of saying what the value is.
    mention = note("b", f"Log of the dry run, seen {V} ten times, all well.", "2026-01-02")
    later = note("c", f"The closing line becomes {W}.", "2026-02-01")
    assert fates(FIRST, mention)["b", V] == "stands"
    assert fates(FIRST, mention, later)["b", V] == "supersedes"


def _item(number: int, key: tuple[str, ...], value: str, kind: str = "value") -> Item:
    reason = "withdrawn" if kind == "strike" else ""
    fact = Fact.model_validate(
        {"kind": kind, "key": key, "value": value, "change": True, "reason": reason}
    )
    return Item(
        id=item_id(f"text {number}", (f"n{number}",), fact, "ledger"),
        content=f"text {number}",
        type="semantic_project",
        provenance=Provenance(human_feedback_ids=(f"n{number}",)),
        write_reason="test",
        repo_scope="ledger",
        sources=(f"n{number}",),
        session=number,
        date="2026-01-01",
        author="carrier",
        fact=fact,
    )


@pytest.mark.parametrize("shape", ["one key", "many keys", "shared word", "struck"])
def test_comparisons_grow_linearly(shape: str) -> None:
    def count(size: int) -> int:
        items = []
        for number in range(size):
            key = {
                "one key": ("closing", "line"),
                "many keys": (f"thing{number}", f"part{number}"),
                "shared word": ("line", f"part{number}"),
                "struck": ("closing", "line"),
            }[shape]
            items.append(_item(number, key, f"QX-{number}"))
            if shape == "struck":
                items.append(_item(number, (), "QX-0", "strike"))
        return repair(items).comparisons

    small, large = count(200), count(800)
    assert small > 0
    assert large <= 4.2 * small
    assert large <= 40 * 800


def test_repair_does_not_depend_on_order() -> None:
    second = note("b", f"The closing line becomes {W}.", "2026-02-01")
    rule = note("c", "The carrier wins over the reviewer.", "2026-03-01", author="lead")
    items, outcome = mend(FIRST, second, rule)
    assert repair(reversed(items.values())) == outcome
