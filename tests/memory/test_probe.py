"""The probe's promises, on made-up histories: raw evidence is safe, what is gone is not shown."""

from __future__ import annotations

import copy
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.canonical import canonical
from dreambench_lib.memory.baselines.episodes import trajectory
from dreambench_lib.memory.probe import variants
from dreambench_lib.memory.probe.operators import OPERATORS, without
from dreambench_lib.memory.probe.probe import Probe
from dreambench_lib.memory.probe.typed import Strict, Typed
from dreambench_lib.memory.probe.whole import WholeEpisodes, keep_episodes
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Episode, Note, Query, Recall

V, W = "QX-8fK2a-113", "QX-77bZq-904"

values = st.sampled_from([V, W, "QX-05pLm-221", "HX-1-22", "40"])
subjects = st.sampled_from(["closing line", "header id", "express suffix", "retry limit"])
numbers = st.sampled_from(["N-204", "INC-31", "N-210"])
roles = st.sampled_from(["carrier", "reviewer", "finance office"])
sentences = st.one_of(
    st.builds("The {} is {}.".format, subjects, values),
    st.builds("The {} becomes {} from now on.".format, subjects, values),
    st.builds("Notice {}: use {} as the {}.".format, numbers, values, subjects),
    st.builds("Notice {} is withdrawn.".format, numbers),
    st.builds("Incident {} was closed as misdiagnosed.".format, numbers),
    st.builds("Notice {} is back in force.".format, numbers),
    st.builds("Notice {} applies to the express channel only.".format, numbers),
    st.builds("Use {} instead of {} for the express channel.".format, values, values),
    st.builds("The {} wins over the {}.".format, roles, roles),
    st.builds("For this release only, the {} is {}.".format, subjects, values),
    st.builds("Maybe the {} could be {}?".format, subjects, values),
    st.just("Never edit docs/report.md by hand; change src/report.tmpl."),
    st.just("In our sister repository nothing changes. We moved the stand-up."),
    st.text(min_size=1, max_size=60),
)


@st.composite
def histories(draw: st.DrawFn) -> list[Episode]:
    """One to three sessions of up to six notes each."""
    episodes = []
    for session in range(1, draw(st.integers(1, 3)) + 1):
        notes = tuple(
            Note(
                id=f"n{session}-{index}",
                text=" ".join(draw(st.lists(sentences, min_size=1, max_size=3))),
                session=session,
                date=f"2026-0{draw(st.integers(1, 6))}-01",
                author=draw(roles),
                about=draw(st.sampled_from(["ledger", "ledger", "ledger", "courier"])),
            )
            for index in range(draw(st.integers(1, 6)))
        )
        episodes.append(episode(session, *notes))
    return episodes


def episode(session: int, *notes: Note) -> Episode:
    return Episode(
        id=f"e{session}",
        project="ledger",
        session=session,
        prompt="",
        context="",
        diff="",
        output="",
        notes=notes,
    )


def note(identity: str, text: str, session: int = 1, **given: object) -> Note:
    base = {"id": identity, "session": session, "author": "carrier", "about": "ledger"}
    return Note.model_validate({**base, "text": text, "date": f"2026-0{session}-01", **given})


def made(kind: type[Probe]) -> Probe:
    folder = TemporaryDirectory(prefix="m-")
    probe = kind(Space(Path(folder.name), "t"))
    vars(probe)["folder"] = folder  # goes when the memory does
    return probe


def lived(episodes: list[Episode], kind: type[Probe] = Probe) -> Probe:
    probe = made(kind)
    for one in episodes:
        probe.write(one)
        probe.sleep()
    return probe


def ask(probe: Probe, prompt: str = "Print the closing line", session: int = 4) -> list[Recall]:
    return probe.read(Query(project="ledger", session=session, prompt=prompt))


KINDS: list[type[Probe]] = [Probe, Typed, Strict, WholeEpisodes] + [
    kind for kind in vars(variants).values()
    if isinstance(kind, type) and issubclass(kind, Probe) and kind.__module__ == variants.__name__
]  # fmt: skip
EVERY = sorted(
    {*OPERATORS, *(step for kind in KINDS for step in kind.operators)},
    key=lambda step: step.__name__,
)


@settings(deadline=None, max_examples=60)
@given(histories(), st.lists(st.sampled_from(EVERY), max_size=10))
def test_no_operator_sequence_changes_or_loses_raw_evidence(
    history: list[Episode], sequence: list[object]
) -> None:
    probe = lived(history)
    raw = copy.deepcopy((dict(probe.store.episodes), dict(probe.store.capsules)))
    for operator in sequence:
        operator(probe.store, tuple(history))  # type: ignore[operator]
    assert dict(probe.store.episodes) == raw[0]
    assert raw[1].items() <= dict(probe.store.capsules).items()
    assert list(probe.store.episodes.values()) == history
    kept = {capsule.sources[0]: capsule.content for capsule in probe.store.capsules.values()}
    assert kept == {n.id: n.text for one in history for n in one.notes} | {
        one.id: "\n".join(piece.text for piece in trajectory(one))
        for one in history
        if keep_episodes in sequence
    }


@settings(deadline=None, max_examples=15)
@given(histories(), st.sampled_from(KINDS))
def test_every_relative_keeps_its_promises(history: list[Episode], kind: type[Probe]) -> None:
    probe, twin = lived(history, kind), lived(history, kind)
    assert list(probe.store.episodes.values()) == history
    assert probe.store.dump() == twin.store.dump()
    first, dump = ask(probe), probe.store.dump()
    ask(probe, "Something else")
    assert ask(probe) == first == ask(twin)
    assert probe.store.dump() == dump
    assert not probe.store.faults


@settings(deadline=None, max_examples=40)
@given(histories())
def test_derived_items_are_never_removed_and_keep_their_evidence(history: list[Episode]) -> None:
    probe = made(Probe)
    before: dict[str, object] = {}
    for one in history:
        probe.write(one)
        probe.sleep()
        now = {i: (x.content, x.sources, x.fact) for i, x in probe.store.items.items()}
        assert before.items() <= now.items()
        before = dict(now)
    assert {change.item for change in probe.store.history} == set(probe.store.items)


@settings(deadline=None, max_examples=40)
@given(histories())
def test_what_is_gone_or_out_of_scope_is_never_admitted(history: list[Episode]) -> None:
    probe = lived(history)
    for recall in ask(probe):
        mine = [i for i in probe.store.items.values() if i.sources == recall.sources]
        capsules = [c for c in probe.store.capsules.values() if c.sources == recall.sources]
        alive = [i for i in mine if i.status == "active" and i.repo_scope == "ledger"]
        if mine and not alive:
            assert not recall.admitted or any(i.status == "requires_review" for i in mine)
        if recall.admitted:
            assert recall.status == "active"
            assert any(c.repo_scope == "ledger" for c in capsules) or alive
        assert recall.decision


@settings(deadline=None, max_examples=40)
@given(histories())
def test_same_inputs_same_bytes_and_reads_change_nothing(history: list[Episode]) -> None:
    probe, twin = lived(history), lived(history)
    assert probe.store.dump() == twin.store.dump()
    first = ask(probe)
    dump = probe.store.dump()
    ask(probe, "Something else")
    assert ask(probe) == first
    assert probe.store.dump() == dump
    assert canonical([r.model_dump(mode="json") for r in first]) == canonical(
        [r.model_dump(mode="json") for r in ask(twin)]
    )


@settings(deadline=None, max_examples=40)
@given(histories())
def test_sleeping_again_changes_nothing(history: list[Episode]) -> None:
    probe = lived(history)
    dump = probe.store.dump()
    probe.sleep()
    assert probe.store.dump() == dump


def test_a_note_without_anything_that_holds_is_refused_with_its_lifecycle() -> None:
    old = note("a", f"The closing line is {V}.")
    new = note("b", f"The closing line becomes {W}.", 2)
    recalls = ask(lived([episode(1, old), episode(2, new)]))
    assert [(r.sources, r.admitted) for r in recalls] == [(("b",), True), (("a",), False)]
    assert (recalls[1].status, recalls[1].decision) == ("superseded", "status_superseded")


def test_a_note_of_which_a_part_holds_says_which_does_not() -> None:
    old = note("a", f"The closing line is {V}. The header id is HX-1-22.")
    new = note("b", f"The closing line becomes {W}.", 2)
    [first, second] = ask(lived([episode(1, old), episode(2, new)]))
    assert first.text == new.text
    assert second.text == (
        f"{old.text}\n[memory] {V} no longer holds: superseded (session 2, carrier)"
    )
    assert second.status == "active"


def test_a_narrowed_note_says_to_what() -> None:
    wide = note("a", f"Notice N-1: the closing line is {V}.")
    narrow = note("b", "Notice N-1 applies to the express channel only.", 2)
    texts = [r.text for r in ask(lived([episode(1, wide), episode(2, narrow)]))]
    assert f"{wide.text}\n[memory] {V} holds only for: express" in texts


def test_a_one_off_holds_once() -> None:
    once = episode(1, note("a", f"For this release only, the closing line is {V}."))
    assert ask(lived([once]), session=2)[0].admitted
    [late] = ask(lived([once]), session=3)
    assert (late.admitted, late.decision) == (False, "task_scope_conflict")


def test_a_note_about_another_project_is_refused() -> None:
    [recall] = ask(lived([episode(1, note("a", f"The line is {V}.", about="courier"))]))
    assert (recall.admitted, recall.decision) == (False, "repo_scope_conflict")


def test_an_unsettled_contradiction_is_recorded_and_settled_later() -> None:
    one, two = note("a", f"The closing line is {V}."), note("b", f"The closing line is {W}.")
    probe = lived([episode(1, one, two)])
    assert [r.admitted for r in ask(probe)] == [True, True, False]
    assert ask(probe)[2].decision == "type_policy"
    later = episode(2, note("c", "The closing line becomes QX-05pLm-221.", 2))
    probe.write(later)
    probe.sleep()
    records = [i for i in probe.store.items.values() if i.type == "contradiction"]
    assert [record.status for record in records] == ["deleted"]


def test_an_ablation_differs_where_its_operator_matters() -> None:
    class NoRepair(Probe):
        operators = without("repair_fields")

    old = note("a", f"The closing line is {V}.")
    new = note("b", f"The closing line becomes {W}.", 2)
    history = [episode(1, old), episode(2, new)]
    assert [r.admitted for r in ask(lived(history, NoRepair))] == [True, True]
    alone = [episode(1, old)]
    assert ask(lived(alone, NoRepair)) == ask(lived(alone))


def test_without_capsules_typed_items_still_surface() -> None:
    class NoCapsule(Probe):
        operators = without("keep_raw")

    told = episode(1, note("a", f"The closing line is {V}."), note("b", "Nothing to see here."))
    assert [r.sources for r in ask(lived([told], NoCapsule))] == [("a",)]


def test_another_episode_under_a_known_id_is_refused() -> None:
    probe = lived([episode(1, note("a", "x"))])
    with pytest.raises(ValueError, match="'e1' is already kept"):
        probe.write(episode(1, note("b", "y")))


def test_evidence_of_an_item_cannot_be_revised() -> None:
    probe = lived([episode(1, note("a", f"The closing line is {V}."))])
    [item] = probe.store.items.values()
    with pytest.raises(ValueError, match="cannot be changed"):
        probe.store.revise(item.model_copy(update={"content": "z"}), "test", "")
