"""Real conversations through memories: three layers, each with a report that verifies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.forgetting.frozen import CONDITIONS, read_weekly
from dreambench_lib.forgetting.release.sessions import iter_sessions
from dreambench_lib.forgetting.reports.verify import all_passed, verify
from dreambench_lib.forgetting.score.counts import Counts
from dreambench_lib.forgetting.score.policies import AS_RELEASED
from dreambench_lib.forgetting.workload.answerer import Answerer
from dreambench_lib.forgetting.workload.feed import episode
from dreambench_lib.forgetting.workload.layers import stored
from dreambench_lib.forgetting.workload.persona import run_persona
from dreambench_lib.forgetting.workload.run import run_conditions
from dreambench_lib.memory.conditions import Condition, condition
from dreambench_lib.models import Client, Endpoint
from dreambench_lib.records import Budget, Recall


class Foreign:
    """A memory whose store nobody can see."""

    def __init__(self, space: Any) -> None:
        self.kept: list[Any] = []

    def write(self, episode: Any) -> None:
        self.kept += episode.notes

    def sleep(self) -> None:
        pass

    def read(self, query: Any) -> list[Recall]:
        return [Recall(text=note.text) for note in self.kept]


class Open(Foreign):
    """The same, with a window."""

    def stored(self) -> list[str]:
        return [note.text for note in self.kept]


class Broken(Foreign):
    def sleep(self) -> None:
        raise RuntimeError("out of ink")


class Wrong(Foreign):
    def read(self, query: Any) -> Any:
        return ["text"]


@pytest.fixture(autouse=True)
def build(monkeypatch: pytest.MonkeyPatch) -> None:
    """Conditions of this file are built here; all others as ever."""
    from dreambench_lib.forgetting.workload import persona
    from dreambench_lib.memory import conditions

    local = {"Foreign": Foreign, "Open": Open, "Broken": Broken, "Wrong": Wrong}

    def made(chosen: Condition, space: Any) -> Any:
        known = local.get(chosen.id)
        return known(space) if known else conditions.build(chosen, space)

    monkeypatch.setattr(persona, "build", made)


def named(name: str) -> Condition:
    return Condition(id=name, memory="x:y", meaning="")


def test_episodes_are_the_same_bytes_and_carry_no_hint(tiny: Path) -> None:
    one, two = (
        [episode(session, "turn") for session in iter_sessions(tiny, "weekly", "gardener")]
        for _ in range(2)
    )
    assert one == two
    assert [note.author for note in one[0].notes] == ["assistant", "user"]
    assert "share_memory" not in one[0].model_dump_json()
    (whole,) = episode(next(iter_sessions(tiny, "weekly", "gardener")), "session").notes
    assert whole.text == "assistant: Hello!\nuser: I have to mow the lawn and prune roses."


def test_layers_tell_storage_from_recall(tiny: Path, tmp_path: Path) -> None:
    found = run_conditions(
        tiny, [condition("B0"), condition("B5"), condition("DF-hybrid-rules")], tmp_path,
        personas=["gardener"], policy=AS_RELEASED, budget=Budget(items=1, words=100),
    )  # fmt: skip
    assert [(one.condition, one.layer, one.state) for one in found][:3] == [
        ("B0", "stored", "scored"), ("B0", "recalled", "scored"), ("B0", "answered", "not run"),
    ]  # fmt: skip
    counts = {
        (one.condition, one.layer): {row["question"]: row["counts"] for row in one.rows}
        for one in found
    }
    assert counts["B0", "recalled"]["todo_1"] == [0, 2, 1, 1]
    # The store holds the current and the obsolete facts alike.
    assert counts["B5", "stored"]["todo_1"] == [2, 2, 0, 1]
    assert counts["DF-hybrid-rules", "stored"]["todo_1"] == [2, 2, 0, 1]
    assert sum(counts["B5", "recalled"]["todo_1"]) < sum(counts["B5", "stored"]["todo_1"]) + 1
    for one in found:
        if one.report:
            assert all_passed(verify(one.report, tiny))


def test_a_store_that_cannot_be_seen_has_no_score(tiny: Path, tmp_path: Path) -> None:
    found = run_conditions(tiny, [named("Foreign"), named("Open")], tmp_path)
    states = {(one.condition, one.layer): one.state for one in found}
    assert states["Foreign", "stored"] == "not visible"
    assert states["Foreign", "recalled"] == states["Open", "stored"] == "scored"
    assert stored(Foreign(None)) is None


@pytest.mark.parametrize(
    ("name", "sentence"), [("Broken", "failed in sleep, session 1"), ("Wrong", "returned a str")]
)
def test_a_failing_memory_stops_the_run(
    tiny: Path, tmp_path: Path, name: str, sentence: str
) -> None:
    with pytest.raises(Infra, match=sentence):
        run_conditions(tiny, [named(name)], tmp_path)


def test_a_question_is_asked_when_its_date_has_passed(
    write_release: Any, body: dict[str, Any]
) -> None:
    body["questions"]["remembering"][0]["question_date"] = "2026-01-01"
    data = write_release(body)
    layers = run_persona(data, "weekly", "gardener", named("Open"))
    texts = {one.question: one.text for one in layers.stored or []}
    assert "mow the lawn" in texts["todo_1"]  # the sessions of its own day come first
    assert "compost" not in texts["todo_1"]
    assert "compost" in texts["sum_1"]
    assert (layers.sessions, layers.notes) == (3, 3)


def test_sealed_conditions_and_wrong_durations(tiny: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="sealed facts"):
        run_conditions(tiny, [condition("ideal")], tmp_path)
    with pytest.raises(BadInput, match="no conversations"):
        run_conditions(tiny, [condition("B0")], tmp_path, duration="monthly")
    with pytest.raises(BadInput, match="unknown duration 'week'"):
        run_conditions(tiny, [condition("B0")], tmp_path, duration="week")


def test_a_model_answers_from_the_context(server: Any, tiny: Path, tmp_path: Path) -> None:
    server.script = lambda model, prompt, n: (
        "Order compost." if "Notes from earlier work" in prompt else "I do not know."
    )
    client = Client(Endpoint(model="m", base_url=server.url, key_env=""))
    answerer = Answerer(client)
    found = run_conditions(
        tiny, [condition("B0"), condition("B5")], tmp_path, answerer=answerer, policy=AS_RELEASED
    )
    counts = {
        one.condition: {row["question"]: row["counts"] for row in one.rows}
        for one in found
        if one.layer == "answered"
    }
    assert counts["B0"]["todo_1"] == [0, 2, 1, 1]
    assert counts["B5"]["todo_1"] == [1, 2, 1, 1]
    asked = len(server.asked)
    run_conditions(tiny, [condition("B5")], tmp_path, answerer=answerer)
    assert len(server.asked) == asked


def test_frozen_weekly_counts_have_no_text() -> None:
    rows = read_weekly()
    assert len(rows) == 2 * 4 * 2 * 45
    assert {place["question"] for place, _ in rows} == {str(n) for n in range(15)}
    empty = [c for place, c in rows if place["condition"] == "B0"]
    assert all(counts.absent == counts.forgetting for counts in empty)


@pytest.mark.parametrize("name", CONDITIONS)
def test_frozen_weekly_counts_are_those_of_the_release(
    release: Path, tmp_path: Path, name: str
) -> None:
    """If a memory changes, so do they: 'dreambench memora freeze' makes them anew."""
    (made,) = [
        one
        for one in run_conditions(
            release, [condition(name)], tmp_path, personas=["software_engineer"]
        )
        if one.layer == "recalled"
    ]
    wanted = ("session", name, "recalled", "software_engineer")
    columns = ("grain", "condition", "layer", "persona")
    frozen = [c for place, c in read_weekly() if tuple(place[n] for n in columns) == wanted]
    assert [Counts(*row["counts"]) for row in made.rows] == frozen
