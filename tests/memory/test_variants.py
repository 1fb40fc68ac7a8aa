"""The probe's relatives differ from it where their operator or gate matters, and nowhere else."""

from __future__ import annotations

import pytest

from dreambench_lib.canonical import canonical
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.memory.probe.typed import statement
from dreambench_lib.records import Episode

from .scenes import V, W, ask, episode, lived, note, shown

OURS = {name: one for name, one in CONDITIONS.items() if not one.apart}
PLAIN = [episode(1, note("a", f"The closing line is {V}."), note("b", "All is well."))]
UPDATE = [
    episode(1, note("a", f"The closing line is {V}. The header id is HX-1-22.")),
    episode(2, note("b", f"The closing line becomes {W}.", 2)),
]
FOREIGN = [episode(1, note("a", f"The closing line is {V}.", about="courier"))]
ONCE = [episode(1, note("a", f"For this release only, the closing line is {V}."))]
CLASH = [episode(1, note("a", f"The closing line is {V}."), note("b", f"The closing line is {W}."))]
SPECULATION = [
    episode(1, note("a", f"Perhaps, I think, not sure, the closing line might be {V}?")),
]
FAILURE = [episode(1, note("a", "The nightly job crashed in src/io.py."))]
PARTS = [
    episode(1, note("a", f"For the express channel only, the closing line is {V}.")),
    episode(2, note("b", f"For the postal channel only, the closing line is {W}.", 2)),
]
HISTORIES: dict[str, list[Episode]] = {
    "plain": PLAIN, "update": UPDATE, "foreign": FOREIGN, "once": ONCE, "clash": CLASH,
    "speculation": SPECULATION, "failure": FAILURE, "parts": PARTS,
}  # fmt: skip


def admitted(name: str, history: str) -> str:
    recalls = ask(lived(name, *HISTORIES[history]), "Print the closing line of src/io.py")
    return canonical([[r.text, list(r.sources)] for r in recalls if r.admitted])


DIFFER: dict[tuple[str, str], set[str]] = {
    ("no-consolidation", "DF-hybrid-rules"): {"update", "once", "speculation"},
    # Rules quote their evidence, so grounding never refuses what they read.
    ("no-provenance-gate-rules", "DF-hybrid-rules"): set(),
    ("no-scope-gate-rules", "DF-hybrid-rules"): {"foreign", "once"},
    # A record that only names ids stays below the threshold, as it did in the published runs.
    ("no-type-policy-rules", "DF-hybrid-rules"): set(),
    ("no-risk-gate-rules", "DF-hybrid-rules"): {"speculation"},
    ("similarity-only-gate-rules", "DF-hybrid-rules"): {
        "update", "foreign", "once", "clash", "speculation", "parts",
    },
    ("no-capsule-rules", "DF-hybrid-rules"): {"plain", "update", "failure"},
    ("no-field-supersession-rules", "DF-hybrid-rules"): {"update"},
    ("A2-rules", "DF-rules"): {"update"},
    ("A4-rules", "DF-rules"): {"failure"},
    ("A5-rules", "DF-rules"): {"update"},
    ("A6-rules", "DF-rules"): {
        "update", "foreign", "once", "clash", "speculation", "failure",
    },
    ("A11-rules", "DF-rules"): {"parts"},
}  # fmt: skip


@pytest.mark.parametrize(("name", "base"), DIFFER)
def test_an_ablation_differs_where_it_should_and_nowhere_else(name: str, base: str) -> None:
    differ = {told for told in HISTORIES if admitted(name, told) != admitted(base, told)}
    assert differ == DIFFER[name, base]


def test_every_condition_of_the_paper_has_its_entry() -> None:
    paper = """B0 B1 B2 B3 B4 B5 B6 B7 DF DF-strict DF-hybrid DF-raw-only DF-strict-hybrid
        A0 A2 A4 A5 A6 A11"""
    assert set(paper.split()) <= set(CONDITIONS)
    for name, entry in OURS.items():
        if name.endswith("-rules"):
            ours, asked = entry.memory, CONDITIONS[name.removesuffix("-rules")]
            assert (asked.memory, asked.needs_model, entry.needs_model) == (ours, True, False)
            assert "rule" not in asked.meaning
    assert all((entry.meaning.endswith(".") and entry.differs) or name == "B0"
               for name, entry in CONDITIONS.items())  # fmt: skip


def test_rules_is_in_the_name_where_facts_are_typed_by_rule() -> None:
    for name, entry in OURS.items():
        if entry.needs_model:
            continue
        if "probe" in entry.memory:
            store = lived(name, *PLAIN).store  # type: ignore[attr-defined]
            assert bool(store.items) == name.endswith("-rules"), name
        else:
            assert not name.endswith("-rules")


def test_without_type_policy_a_contradiction_record_meets_the_threshold_instead() -> None:
    reasons = {
        name: ask(lived(name, *CLASH))[-1].decision
        for name in ("DF-hybrid-rules", "no-type-policy-rules")
    }
    assert set(reasons.values()) == {"type_policy", "below_admission_threshold"}


def test_raw_only_and_no_consolidation_recall_the_same() -> None:
    for told in HISTORIES:
        assert admitted("DF-raw-only", told) == admitted("no-consolidation", told)


def test_typed_only_shows_the_field_that_holds_and_not_the_one_that_does_not() -> None:
    texts = shown(ask(lived("DF-rules", *UPDATE)))
    assert "The header id is HX-1-22." in texts
    assert V not in texts
    assert V in shown(ask(lived("A5-rules", *UPDATE)))
    assert "All is well" not in shown(ask(lived("DF-rules", *PLAIN)))


def test_typed_only_says_how_far_a_fact_reaches() -> None:
    narrowed = [
        episode(1, note("a", f"Notice N-1: the closing line is {V}.")),
        episode(2, note("b", "Notice N-1 applies to the express channel only.", 2)),
    ]
    assert f"{V}. [only for: express]" in shown(ask(lived("DF-rules", *narrowed)))
    items = lived("DF-rules", *ONCE).store.items.values()  # type: ignore[attr-defined]
    assert [statement(item) for item in items if item.fact] == [
        f"For this release only, the closing line is {V}. [only in session 2]"
    ]


def test_replay_writes_an_artifact_for_review_and_a_failure_memory() -> None:
    store = lived("DF-rules", *FAILURE).store  # type: ignore[attr-defined]
    kinds = {(i.type, i.status) for i in store.items.values() if i.fact is None}
    assert kinds == {("dream_artifact", "requires_review"), ("failure", "active")}
    assert "Had this been known" not in shown(ask(lived("DF-rules", *FAILURE)))


def test_a_whole_episode_is_one_recall_within_its_share() -> None:
    told = episode(1, note("a", "One."), note("b", "Two."), diff="word " * 99, prompt="Do")
    [recall] = ask(lived("A0", told), words=20)
    assert recall.text == "carrier: One.\ncarrier: Two.\nTask: Do"
    assert recall.sources == ("a", "e1", "b")
    foreign = episode(1, note("a", "One."), project="courier")
    assert ask(lived("A0", foreign))[0].decision == "repo_scope_conflict"
