"""A model's answers: every kind of bad one is a typed fault, counted, and costs no evidence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dreambench_lib.memory.probe.drafts import consolidate_by, draft, entries
from dreambench_lib.memory.probe.faults import (
    KINDS,
    EmptyContent,
    ItemFault,
    ScoreOutOfRange,
    UnknownType,
    UnparsableOutput,
)
from dreambench_lib.memory.probe.operators import (
    ground,
    keep_raw,
    repair_fields,
    suppress_stale,
)
from dreambench_lib.memory.probe.probe import Probe
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Note

from .scenes import V, W, ask, episode, note, shown

GOOD = {
    "type": "semantic_project",
    "content": f"The closing line is {V}.",
    "confidence": 0.8,
    "fact": {"kind": "value", "about": "closing line", "value": V},
}


@pytest.mark.parametrize("text", ["", "no", "{}", "[1]", '[{"type": ', "```json\n[\n```", "null"])
def test_what_is_no_list_of_objects_is_refused(text: str) -> None:
    with pytest.raises(UnparsableOutput, match="a model's answer is no"):
        entries(text)


BAD: list[tuple[type[ItemFault], dict[str, object]]] = [
    (UnknownType, {"type": "opinion"}),
    (UnknownType, {"type": None}),
    (UnknownType, {"type": ["failure"]}),
    (EmptyContent, {"content": " \n"}),
    (EmptyContent, {"content": None}),
    (EmptyContent, {"content": 7}),
    (ScoreOutOfRange, {"confidence": 1.01}),
    (ScoreOutOfRange, {"risk_score": -0.1}),
    (ScoreOutOfRange, {"utility_score": float("nan")}),
    (ScoreOutOfRange, {"staleness_score": "0.5"}),
    (ScoreOutOfRange, {"confidence": True}),
    (ScoreOutOfRange, {"confidence": None}),
    (UnparsableOutput, {"fact": "x"}),
    (UnparsableOutput, {"fact": {"kind": "hunch"}}),
    (UnparsableOutput, {"fact": {"kind": "value", "value": 7}}),
    (UnparsableOutput, {"supersedes": [7]}),
    (UnparsableOutput, {"supersedes": 7}),
]


@pytest.mark.parametrize(("fault", "change"), BAD)
def test_each_bad_field_has_its_fault(fault: type[ItemFault], change: dict[str, object]) -> None:
    with pytest.raises(fault) as found:
        draft({**GOOD, **change}, note("a", "x"), "e1", 1)
    assert "\n" not in str(found.value)
    assert type(found.value).kind in KINDS


def probe(folder: Path, answers: dict[str, str]) -> Probe:
    class Model(Probe):
        operators = (
            keep_raw,
            consolidate_by(lambda note: answers[note.id]),
            repair_fields,
            suppress_stale,
            ground,
        )

    return Model(Space(folder, "t"))


def test_faults_are_counted_and_the_rest_of_the_session_is_kept(tmp_path: Path) -> None:
    bad = [{**GOOD, **change} for _, change in BAD]
    dangling = {**GOOD, "content": "z", "supersedes": ["mem_nowhere"]}
    answers = {
        "a": json.dumps([*bad, dangling, GOOD]),
        "b": "I am sorry, but I cannot do that.",
    }
    told = episode(1, note("a", f"The closing line is {V}."), note("b", "Nothing else."))
    memory = probe(tmp_path, answers)
    memory.write(told)
    memory.sleep()
    store = memory.store
    assert store.faults == {
        "unknown type": 3,
        "empty content": 3,
        "score out of range": 6,
        "unparsable output": 5 + 1,
        "dangling link": 1,
    }
    assert list(store.episodes.values()) == [told]
    assert {c.content for c in store.capsules.values()} == {n.text for n in told.notes}
    assert [i.fact.value for i in store.items.values() if i.fact] == [V]
    before = store.faults
    store.close()
    assert probe(tmp_path, answers).store.faults == before


def test_an_operator_that_meets_a_fault_is_undone_and_the_others_run(tmp_path: Path) -> None:
    def half(store: object, new: object) -> None:
        raise EmptyContent("nothing there")

    class Broken(Probe):
        operators = (keep_raw, half, *Probe.operators[1:])

    memory = Broken(Space(tmp_path, "t"))
    memory.write(episode(1, note("a", f"The closing line is {V}.")))
    memory.sleep()
    assert memory.store.faults == {"empty content": 1}
    assert memory.store.items
    assert memory.store.new == ()


def test_any_other_error_goes_through_and_nothing_is_lost(tmp_path: Path) -> None:
    def broken(note: Note) -> str:
        raise ConnectionError

    class Model(Probe):
        operators = (keep_raw, consolidate_by(broken))

    memory = Model(Space(tmp_path, "t"))
    told = episode(1, note("a", "x"))
    memory.write(told)
    with pytest.raises(ConnectionError):
        memory.sleep()
    assert memory.store.new == (told,)


def test_facts_read_by_a_model_are_repaired_like_those_read_by_rule(tmp_path: Path) -> None:
    newer = {**GOOD, "content": f"Line: {W}.", "fact": {**GOOD["fact"], "value": W}}  # type: ignore[dict-item]
    memory = probe(tmp_path, {"a": json.dumps([GOOD]), "b": json.dumps([newer])})
    for one in (episode(1, note("a", f"It is {V}.")), episode(2, note("b", f"Now {W}.", 2))):
        memory.write(one)
        memory.sleep()
    assert V not in shown(ask(memory))
    assert W in shown(ask(memory))
