"""The gate: published order, published weights, every term live."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.memory.probe.gate import (
    ALL_TYPES,
    GATES,
    THETA,
    WEIGHTS,
    gates_without,
    refusal,
    score,
    terms,
    view,
)
from dreambench_lib.memory.probe.items import Item, Provenance
from dreambench_lib.records import Query

QUERY = Query(
    project="ledger",
    session=3,
    prompt="Make render_footer() print the closing line",
    files=("src/footer.py", "src/io.py"),
)


def item(identity: str = "mem_1", /, **given: object) -> Item:
    base = {
        "id": identity,
        "content": "The closing line is X, see render_footer.",
        "type": "semantic_project",
        "provenance": Provenance(human_feedback_ids=("n",)),
        "write_reason": "test",
        "repo_scope": "ledger",
        "session": 2,
        "date": "2026-02-01",
    }
    return Item.model_validate({**base, **given})


OTHER = item("mem_2")
VIEW = view(QUERY, {"mem_2": OTHER}, "2026-03-01")
# One bad trait for each gate, in the published order.
BAD: list[tuple[str, dict[str, object]]] = [
    ("status_superseded", {"status": "superseded"}),
    ("expired_valid_until", {"valid_until": "2026-02-28"}),
    ("repo_scope_conflict", {"repo_scope": "courier"}),
    ("file_scope_conflict", {"file_scope": ("src/other.py",)}),
    ("symbol_scope_conflict", {"symbol_scope": ("render_header",)}),
    ("task_scope_conflict", {"task_scope": ("session 2",)}),
    ("active_superseder", {"superseded_by": ("mem_2",)}),
    ("risk_block", {"risk_score": 0.95}),
    ("stale_block", {"staleness_score": 0.95}),
    ("ungrounded_provenance", {"provenance": Provenance()}),
    ("type_policy", {"type": "contradiction"}),
]


@pytest.mark.parametrize("place", range(len(BAD)))
def test_the_first_gate_that_fails_is_the_reason(place: int) -> None:
    reason, trait = BAD[place]
    assert refusal(item(**trait), VIEW) == reason
    rest: dict[str, object] = {}
    for _, other in BAD[place:]:
        rest.update(other)
    assert refusal(item(**rest), VIEW) == reason


def test_a_good_item_passes_and_so_does_a_matching_scope() -> None:
    good = item(
        file_scope=("footer.py",),
        symbol_scope=("render_footer",),
        task_scope=("session 3",),
        valid_until="2026-03-01",
    )
    assert refusal(good, VIEW) == ""
    assert refusal(item(repo_scope=None), VIEW) == ""


@pytest.mark.parametrize("status", ["superseded", "stale", "requires_review", "deleted"])
def test_nothing_but_active_is_admitted(status: str) -> None:
    assert refusal(item(status=status), VIEW) == f"status_{status}"


def test_an_ablation_is_the_table_without_a_gate() -> None:
    less = {name: gate for name, gate in GATES.items() if name != "status"}
    assert refusal(item(status="stale"), VIEW, less) == ""


# A trait that raises each term, and one that does not have it.
LIVE: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "lexical": ({}, {"content": "zzz"}),
    "tag": ({"retrieval_tags": ("closing", "line")}, {"retrieval_tags": ("header",)}),
    "file": ({"content": "see src/footer.py"}, {"content": "see x"}),
    "symbol": ({"content": "see render_footer"}, {"content": "see render_header"}),
    "task": ({"task_scope": ("session 3",)}, {}),
    "type": ({}, {"type": "episodic"}),
    "confidence": ({"confidence": 0.9}, {"confidence": 0.1}),
    "utility": ({"utility_score": 0.9}, {"utility_score": 0.1}),
    "provenance": ({}, {"provenance": Provenance()}),
    "staleness": ({"staleness_score": 0.5}, {}),
    "risk": ({"risk_score": 0.5}, {}),
    "age": ({"session": 1}, {"session": 3}),
    "over_scope": ({"repo_scope": None, "content": "always"}, {"content": "always"}),
    "contradiction": ({"contradicts": ("mem_2",)}, {}),
}


@pytest.mark.parametrize("name", WEIGHTS)
def test_every_term_is_live(name: str) -> None:
    more, less = (item(**traits) for traits in LIVE[name])
    assert terms(more, VIEW)[name] > terms(less, VIEW)[name]
    alone = {name: WEIGHTS[name]}
    assert (score(more, VIEW, alone) > score(less, VIEW, alone)) == (WEIGHTS[name] > 0)


@pytest.mark.parametrize("name", WEIGHTS)
def test_every_term_can_turn_a_ranking(name: str) -> None:
    """Of two items that the other terms cannot tell apart, the one with more of it is first.

    With the published weights of all terms, and with this one left out.
    """
    more, less = (item(**traits) for traits in LIVE[name])
    rest = {other: weight for other, weight in WEIGHTS.items() if other != name}
    lead = score(more, VIEW) - score(less, VIEW)
    share = lead - (score(more, VIEW, rest) - score(less, VIEW, rest))
    assert share * WEIGHTS[name] > 0
    # Weighed so that the rest is level, the term alone decides.
    level = {**rest, name: WEIGHTS[name] * 10}
    ranked = score(more, VIEW, level) - score(less, VIEW, level)
    assert (ranked > 0) == (WEIGHTS[name] > 0)


PUBLISHED = {
    "lexical": 1.4, "tag": 1.0, "file": 1.0, "symbol": 0.8, "task": 0.8, "type": 0.5,
    "confidence": 0.6, "utility": 0.8, "provenance": 0.4, "staleness": -1.0, "risk": -1.2,
    "age": -0.2, "over_scope": -0.7, "contradiction": -0.5,
}  # fmt: skip


def test_weights_and_gates_are_the_published_ones_less_what_nothing_sets() -> None:
    """The published human-verified term (+0.3) is left out: nothing sets the mark."""
    assert dict(WEIGHTS) == PUBLISHED
    assert list(GATES) == [
        "status", "expiry", "repo", "files", "symbols", "task", "superseder", "risk", "staleness",
        "provenance",
    ]  # fmt: skip
    assert THETA == 1.0


def test_terms_lie_between_0_and_1() -> None:
    for more, less in LIVE.values():
        for traits in (more, less):
            assert all(0 <= value <= 1 for value in terms(item(**traits), VIEW).values())


states = st.fixed_dictionaries(
    {
        "status": st.sampled_from(["active", "superseded", "stale", "requires_review", "deleted"]),
        "type": st.sampled_from(sorted(ALL_TYPES)),
        "repo_scope": st.sampled_from([None, "ledger", "courier"]),
        "file_scope": st.sampled_from([(), ("src/footer.py",), ("src/other.py",)]),
        "symbol_scope": st.sampled_from([(), ("render_footer",), ("render_header",)]),
        "task_scope": st.sampled_from([(), ("session 3",), ("session 2",)]),
        "superseded_by": st.sampled_from([(), ("mem_2",)]),
        "valid_until": st.sampled_from([None, "2026-02-28", "2026-03-01"]),
        "risk_score": st.floats(0, 1),
        "staleness_score": st.floats(0, 1),
    }
)


@given(states)
def test_the_full_gate_admits_nothing_that_is_gone_out_of_scope_or_unsafe(
    state: dict[str, object],
) -> None:
    one = item(**state)
    fit = (
        one.status == "active"
        and one.type != "contradiction"
        and one.repo_scope in (None, "ledger")
        and one.file_scope in ((), ("src/footer.py",))
        and one.symbol_scope in ((), ("render_footer",))
        and one.task_scope in ((), ("session 3",))
        and not one.superseded_by
        and one.valid_until in (None, "2026-03-01")
        and max(one.risk_score, one.staleness_score) < 0.95
    )
    assert (refusal(one, VIEW) == "") == fit


@pytest.mark.parametrize("name", GATES)
def test_a_gate_left_out_refuses_nothing_more(name: str) -> None:
    less = gates_without(name)
    refused = [refusal(item(**traits), VIEW, less) for _, traits in BAD]
    assert sum(reason == "" for reason in refused) == 1
    assert refusal(item(type="contradiction"), VIEW, GATES, ALL_TYPES) == ""
