"""The probe with a model, through the real SDK: what it asks, and what bad answers cost."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.memory.conditions import CONDITIONS, build, condition
from dreambench_lib.memory.probe.asking import RELATIONS
from dreambench_lib.memory.probe.faults import KINDS
from dreambench_lib.memory.probe.items import FieldKind
from dreambench_lib.memory.probe.probe import Probe
from dreambench_lib.memory.protocol import Space
from dreambench_lib.models import Client, ModelFault, Reply
from dreambench_lib.records import Episode

from .model_server import Script, serving
from .scenes import V, W, ask, episode, note, shown
from .test_probe import histories

ASKED = [one.id for one in CONDITIONS.values() if one.needs_model and not one.apart]
"""The probe's conditions with a model; other people's are tested where they are installed."""
FIRST = episode(1, note("a", f"The closing line is {V}."))
UPDATE = [FIRST, episode(2, note("b", f"From now on it is {W}.", 2))]
FAILURE = episode(1, note("f", "The nightly job crashed: src/io.py was wrong."))


def entry(value: str, **given: Any) -> dict[str, Any]:
    fact = {"kind": "value", "about": "closing line", "value": value, "scope": "", "against": "",
            "reason": "", "change": False, "tentative": False}  # fmt: skip
    base = {"type": "semantic_project", "content": f"The closing line is {value}.", "fact": fact,
            "numbers": [], "once": False, "until": "", "project": "", "confidence": 0.8,
            "risk_score": 0.1, "staleness_score": 0.0}  # fmt: skip
    return base | given


def items(*entries: object) -> str:
    return json.dumps({"items": list(entries)})


def reader(asked: str, number: int) -> str:
    """A model that reads values well, and finds that what is newer takes the older's place."""
    if "no_conflict" in asked:
        return json.dumps({"relation": "supersedes"})
    if "lesson:" in asked:
        return json.dumps({"lesson": "Check src/io.py first.", "failure": "src/io.py was wrong."})
    said = asked.rsplit("\n\n", 1)[1]
    return items(*(entry(value) for value in (V, W) if value in said))


def probe(name: str, folder: Path, client: Client) -> Probe:
    memory = build(condition(name), Space(folder, "t", client))
    assert isinstance(memory, Probe)
    return memory


def lived(name: str, folder: Path, client: Client, *told: Episode) -> Probe:
    memory = probe(name, folder, client)
    for one in told:
        memory.write(one)
        memory.sleep()
    return memory


def test_it_reads_replays_and_relates_and_all_of_it_is_metered(tmp_path: Path) -> None:
    with serving(reader) as server:
        client = server.client()
        memory = lived("DF", tmp_path, client, *UPDATE)
        assert server.forms() == [
            "items",
            "items",
            "relation",
        ]
        assert client.spent == (3, 30, 6)
    assert V not in shown(ask(memory))
    assert W in shown(ask(memory))
    [old] = [i for i in memory.store.items.values() if i.fact and i.fact.value == V]
    assert old.status == "superseded"
    assert not memory.store.faults
    questions = [one["messages"][-1]["content"] for one in server.asked]
    assert "written by carrier, 2026-01-01, after session 1" in questions[0]
    assert f"First (carrier, 2026-01-01): The closing line is {V}." in questions[2]


def test_a_failure_report_is_replayed_into_active_memories(tmp_path: Path) -> None:
    with serving(reader) as server:
        memory = lived("DF", tmp_path, server.client(), FAILURE)
    made = {(i.type, i.status, i.confidence, i.utility_score, i.risk_score)
            for i in memory.store.items.values()}  # fmt: skip
    assert made == {
        ("dream_artifact", "active", 0.7, 0.75, 0.25),
        ("failure", "active", 0.72, 0.78, 0.22),
    }


RELATED = {
    "supersedes": (False, True, 0),
    "no_conflict": (True, True, 0),
    "contradicts": (True, True, 1),
    "narrows_scope": (True, True, 0),
}


@pytest.mark.parametrize("relation", RELATED)
def test_the_models_relation_is_what_happens(relation: str, tmp_path: Path) -> None:
    def script(asked: str, number: int) -> str:
        said = reader(asked, number)
        return json.dumps({"relation": relation}) if "no_conflict" in asked else said

    with serving(script) as server:
        memory = lived("DF-hybrid", tmp_path, server.client(), *UPDATE)
    held = {i.fact.value: i.status == "active" for i in memory.store.items.values() if i.fact}
    records = [i for i in memory.store.items.values() if i.type == "contradiction"]
    assert (held[V], held[W], len(records)) == RELATED[relation]


def test_authority_is_declared_and_not_asked_for(tmp_path: Path) -> None:
    ruled = episode(1, note("r", "The carrier wins over the reviewer."), *FIRST.notes)
    later = episode(2, note("b", f"The closing line is {W}.", 2, author="reviewer"))

    def script(asked: str, number: int) -> str:
        fact = {"kind": "authority", "value": "carrier", "against": "the reviewer"}
        rule = {"type": "constraint", "content": "The carrier wins.", "fact": fact}
        return items(rule) if asked.endswith("reviewer.") else reader(asked, number)

    with serving(script) as server:
        memory = lived("DF", tmp_path, server.client(), ruled, later)
        assert server.forms().count("relation") == 0
    assert W not in shown(ask(memory))


def test_a_notice_is_withdrawn_by_its_number(tmp_path: Path) -> None:
    gone = episode(2, note("b", "Notice N-1 is withdrawn.", 2))
    fact = {"kind": "strike", "value": "N-1", "reason": "withdrawn"}
    strike = {"type": "constraint", "content": "N-1 is withdrawn.", "fact": fact}

    def script(asked: str, number: int) -> str:
        return items(strike) if "withdrawn.\n" in asked + "\n" else items(entry(V, numbers=["N-1"]))

    with serving(script) as server:
        memory = lived("DF", tmp_path, server.client(), FIRST, gone)
    [old] = [i for i in memory.store.items.values() if i.fact and i.fact.value == V]
    assert old.status == "stale"


def test_scope_date_project_and_grounding_of_what_a_model_reads(tmp_path: Path) -> None:
    read = items(
        entry(V, once=True, until="2026-04-01"),
        entry("HX-0-1", fact={"kind": "value", "about": "header id", "value": "HX-0-1"}),
        entry(V, content="Over there it is so.", project="courier"),
    )
    with serving(lambda asked, number: read) as server:
        memory = lived("DF", tmp_path, server.client(), FIRST)
    # The note says nothing of a header.
    good, invented, foreign = memory.store.items.values()
    assert (good.task_scope, good.valid_until) == (("session 2",), "2026-04-01")
    assert (invented.status, invented.retrieval_tags[-1]) == ("requires_review", "ungrounded")
    assert foreign.repo_scope == "courier"
    with serving(lambda asked, number: read) as server:
        (tmp_path / "b").mkdir()
        memory = lived("no-provenance-gate", tmp_path / "b", server.client(), FIRST)
    assert {item.status for item in memory.store.items.values()} == {"active"}


BAD: list[tuple[str, str, int]] = [
    ("I cannot do that.", "unparsable output", 1),
    ("", "unparsable output", 1),
    ("[" * 9999, "unparsable output", 1),
    ('{"items": 7}', "unparsable output", 1),
    (items(entry(V), 7), "unparsable output", 1),
    (items(entry(V, until="soon")), "unparsable output", 1),
    (items(entry(V, numbers=[7])), "unparsable output", 1),
    (items(entry(V, content=" "), entry(V, content="")), "empty content", 2),
    (items(entry(V, confidence=1.2), entry(V, risk_score=-1)), "score out of range", 2),
    (items(entry(V, type="hunch")), "unknown type", 1),
    (items(entry(V, supersedes=["mem_0"])), "dangling link", 1),
]


@pytest.mark.parametrize(("answer", "kind", "count"), BAD)
def test_a_bad_answer_is_counted_and_costs_no_evidence(
    answer: str, kind: str, count: int, tmp_path: Path
) -> None:
    with serving(lambda asked, number: answer) as server:
        memory = lived("DF-hybrid", tmp_path, server.client(), FIRST)
    assert memory.store.faults == {kind: count}
    assert kind in KINDS
    assert list(memory.store.episodes.values()) == [FIRST]
    assert V in shown(ask(memory))  # the note as it came
    assert memory.store.new == ()


@pytest.mark.parametrize("answer", ["no", "7", '{"relation": "maybe"}', '{"relation": ["x"]}'])
def test_a_bad_relation_is_counted_and_time_decides(answer: str, tmp_path: Path) -> None:
    def script(asked: str, number: int) -> str:
        return answer if "no_conflict" in asked else reader(asked, number)

    with serving(script) as server:
        memory = lived("DF", tmp_path, server.client(), *UPDATE)
    assert memory.store.faults == {"unparsable output": 1}
    assert V not in shown(ask(memory))


@pytest.mark.parametrize(
    ("answer", "kind"),
    [("[]", "unparsable output"), ('{"lesson": 7}', "unparsable output"), ("{}", "empty content")],
)
def test_a_bad_replay_is_counted(answer: str, kind: str, tmp_path: Path) -> None:
    def script(asked: str, number: int) -> str:
        return answer if "lesson:" in asked else items()

    with serving(script) as server:
        memory = lived("DF", tmp_path, server.client(), FAILURE)
    assert memory.store.faults == {kind: 1}
    assert not memory.store.items


@pytest.mark.parametrize("status", [429, 500])
def test_a_service_that_comes_back_costs_calls_and_nothing_else(
    status: int, tmp_path: Path
) -> None:
    with serving(lambda asked, n: status if n < 3 else reader(asked, n)) as server:
        client = server.client()
        memory = lived("DF", tmp_path, client, FIRST)
    assert client.spent.calls == 3
    assert not memory.store.faults
    assert V in shown(ask(memory))


@pytest.mark.parametrize("status", [429, 500, 401])
def test_a_service_that_stays_away_stops_the_sleep_and_loses_nothing(
    status: int, tmp_path: Path
) -> None:
    """RULES 7: a memory that is unavailable is no outcome; what it heard is worked on later."""
    script: list[Script] = [lambda asked, number: status]
    with serving(lambda asked, number: script[0](asked, number)) as server:
        memory = probe("DF-hybrid", tmp_path, server.client())
        memory.write(FIRST)
        with pytest.raises(ModelFault, match=f"HTTP {status}"):
            memory.sleep()
        assert memory.store.faults == {"model unavailable": 1}
        assert memory.store.new == (FIRST,)
        assert list(memory.store.capsules.values())
        script[0] = reader
        memory.sleep()
    assert memory.store.new == ()
    assert [i.fact.value for i in memory.store.items.values() if i.fact] == [V]


@pytest.mark.parametrize("name", ASKED)
def test_every_condition_with_a_model_asks_what_its_operators_read(
    name: str, tmp_path: Path
) -> None:
    with serving(reader) as server:
        memory = lived(name, tmp_path, server.client(), *UPDATE, FAILURE.model_copy(
            update={"id": "e3", "session": 3}))  # fmt: skip
        forms = server.forms()
    rules = condition(f"{name}-rules")
    twin = build(rules, Space(tmp_path, "t")) if not memory.store.close() else None  # type: ignore[func-returns-value]
    assert isinstance(twin, Probe)
    steps = [operator.__name__ for operator in twin.operators]
    assert [operator.__name__ for operator in memory.operators] == steps
    assert forms.count("items") == 3
    assert forms.count("lesson,failure") == ("replay" in steps)
    repairs = {"repair_fields", "repair_everywhere"} & {*steps}
    assert forms.count("relation") == len(repairs)


class Moody:
    """A model that answers anything: what it was told to, in turn."""

    def __init__(self, answers: list[str]) -> None:
        self._answers = answers

    def complete(self, messages: object, schema: object = None) -> Reply:
        self._answers.append(said := self._answers.pop(0))
        return Reply(said, "moody", 1, 1, 1, False)


values = st.sampled_from([V, W, "N-204", "40", ""])
anything = st.one_of(
    st.text(max_size=20),
    st.builds(
        lambda kind, value, change: items(
            {"type": "constraint", "content": f"It is {value}.", "numbers": [value],
             "fact": {"kind": kind, "about": "closing line", "value": value, "reason": "withdrawn",
                      "change": change}}
        ),
        st.sampled_from(get_args(FieldKind)), values, st.booleans(),
    ),
    st.sampled_from(RELATIONS).map(lambda relation: json.dumps({"relation": relation})),
    st.builds(lambda a, b: json.dumps({"lesson": a, "failure": b}), values, values),
    st.dictionaries(st.sampled_from(["type", "content", "fact", "confidence"]),
                    st.one_of(st.none(), st.integers(), st.text(max_size=5))).map(items),
)  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(
    histories(), st.lists(anything, min_size=1, max_size=8),
    st.sampled_from(ASKED),
)  # fmt: skip
def test_whatever_a_model_answers_no_evidence_is_lost(
    history: list[Episode], answers: list[str], name: str
) -> None:
    """Raw episodes stay, items keep their evidence, every change has its line, reads are reads."""
    dumps = []
    for _ in range(2):
        with TemporaryDirectory(prefix="m-") as folder:
            memory = build(condition(name), Space(Path(folder), "t", Moody(list(answers))))
            assert isinstance(memory, Probe)
            before: dict[str, object] = {}
            for one in history:
                memory.write(one)
                memory.sleep()
                now = {i: (x.content, x.sources, x.fact) for i, x in memory.store.items.items()}
                assert before.items() <= now.items()
                before = dict(now)
            assert list(memory.store.episodes.values()) == history
            assert {c.content for c in memory.store.capsules.values()} <= {
                n.text for one in history for n in one.notes
            }
            assert {change.item for change in memory.store.history} == set(memory.store.items)
            assert ask(memory) == ask(memory)
            dumps.append(memory.store.dump())
            memory.store.close()
    assert dumps[0] == dumps[1]


def test_same_answers_same_bytes(tmp_path: Path) -> None:
    dumps = []
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
        with serving(reader) as server:
            memory = lived("DF-hybrid", tmp_path / place, server.client(), *UPDATE)
            dumps.append(memory.store.dump())
            ask(memory)
            assert memory.store.dump() == dumps[-1]
            assert len(server.asked) == 3  # reading asks nothing
    assert dumps[0] == dumps[1]


def test_vectors_come_from_any_server_through_the_sdk(tmp_path: Path) -> None:
    told = episode(1, note("a", "xxy"), note("b", "yyy"), note("c", "yx", about="courier"))
    with serving() as server:
        client = server.client()
        memory = build(condition("B2+openai:small"), Space(tmp_path, "t", client))
        memory.write(told)
        memory.sleep()
        assert [r.sources[0] for r in ask(memory, "y")] == ["b", "c", "a"]
        assert ask(memory, "y") == ask(memory, "y")
    assert [(one["path"], one["model"]) for one in server.asked] == [("/v1/embeddings", "small")]
    assert client.spent == (1, 4, 0)
