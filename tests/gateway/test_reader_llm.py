"""`reader-llm`: prompt and context in, slot values out; the harness writes the code."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from dreambench_lib.agents.llm.prompts import digest, template
from dreambench_lib.agents.llm.reader import ReaderLLM, asked_for, question, schema
from dreambench_lib.agents.protocol import SlotKit, Task, Workspace
from dreambench_lib.errors import BadInput
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.models import Message, Reply
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.mint import Instance, mint

KEY = bytes(range(32))


class Model:
    """Answers one thing and keeps what it was asked."""

    def __init__(self, text: str, cut: bool = False) -> None:
        self.text, self.cut = text, cut
        self.asked: list[Sequence[Message]] = []
        self.schemas: list[Mapping[str, Any] | None] = []

    def complete(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Reply:
        self.asked.append(messages)
        self.schemas.append(schema)
        return Reply(self.text, "m", 1, 1, 1, self.cut)


def task_of(instance: Instance, session: int, context: str = "") -> Task:
    source = instance.template.sessions[session - 1]
    kit = SlotKit.of(source, instance.template.slots)
    return Task(
        instance.token, instance.template.fixture.name, source.prompt, context, session, kit
    )


@pytest.fixture(scope="module")
def withdrawn() -> Instance:
    return mint(load_traps()["C3-withdrawn"], KEY, 1)


def work(instance: Instance, model: Model) -> tuple[Any, Workspace]:
    space = Workspace(instance.base)
    last = len(instance.template.sessions)
    return ReaderLLM().work(space, replace(task_of(instance, last), model=model)), space


def test_a_value_is_written_where_the_slot_stands(withdrawn: Instance) -> None:
    log, space = work(withdrawn, Model('{"close": "LM-abcde-123"}'))
    assert log.error is None
    assert log.fills == (("close", "LM-abcde-123"),)
    assert "LM-abcde-123" in space.read("ledger/closing.py")


def test_null_is_the_default(withdrawn: Instance) -> None:
    log, space = work(withdrawn, Model('{"close": null}'))
    assert log.fills == (("close", "END"),)
    assert '"END"' in space.read("ledger/closing.py")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no JSON"),
        ("the closing line is END", "no JSON"),
        ("{}", "other keys"),
        ("[1]", "other keys"),
        ('{"close": "x", "more": "y"}', "other keys"),
        ('{"close": 3}', "no value it can have"),
        (json.dumps({"close": "x" * 201}), "no value it can have"),
        (json.dumps({"close": "a\nb"}), "no value it can have"),
        (json.dumps({"close": 'x"; import os #\u2028'}), "no value it can have"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_a_wrong_answer_is_the_models_failure(withdrawn: Instance, text: str, words: str) -> None:
    log, space = work(withdrawn, Model(text))
    assert log.error is not None
    assert words in log.error
    assert space.tree == withdrawn.base


def test_a_cut_answer_is_the_models_failure(withdrawn: Instance) -> None:
    log, _ = work(withdrawn, Model('{"close": "LM-', cut=True))
    assert log.error == "the model's answer was cut at its token limit"


def test_ways_are_an_enumeration() -> None:
    instance = mint(load_traps()["C4-derived"], KEY, 1)
    slots = instance.template.slots
    form = schema(slots)["properties"]["tags"]["anyOf"][0]
    assert form == {"type": "string", "enum": ["lead", "trail"]}
    names = [slot.name for slot in slots]
    answer = dict.fromkeys(names) | {"tags": "sideways"}
    log, _ = work(instance, Model(json.dumps(answer)))
    assert log.error == "the model's answer for tags is no value it can have"


def test_a_session_without_slots_asks_nothing(withdrawn: Instance) -> None:
    model = Model("never")
    space = Workspace(withdrawn.base)
    log = ReaderLLM().work(space, replace(task_of(withdrawn, 1), model=model))
    assert model.asked == []
    assert log.error is None
    assert space.tree != withdrawn.base


def test_the_question_is_prompt_and_context_and_open_details(withdrawn: Instance) -> None:
    task = task_of(withdrawn, 3, context="Notes: {prompt} {{close}}")
    text = question(task, asked_for(task.kit))  # type: ignore[arg-type]
    assert task.prompt.strip() in text
    assert "Notes: {prompt} {{close}}" in text
    assert "LM-<5 letters or digits>-<3 digits>" in text
    assert 'otherwise "END"' in text


def test_no_question_of_any_trap_shows_a_sealed_value() -> None:
    """With an empty context nothing that was minted can be in what a model is told."""
    for trap in load_traps().values():
        instance = mint(trap, KEY, 1)
        minted = {v for f, v in instance.values.items() if instance.minted(f)}
        for number, source in enumerate(trap.sessions, start=1):
            task = task_of(instance, number)
            text = question(task, asked_for(task.kit))  # type: ignore[arg-type]
            assert source.prompt.strip() in text
            assert not [value for value in minted if value in text], trap.id


@pytest.mark.parametrize("name", ["reader", "agent"])
def test_templates_name_no_construct_and_no_condition(name: str) -> None:
    words = template(name).lower()
    banned = [
        *CONDITIONS,
        "C1",
        "C10",
        "trap",
        "memory",
        "stale",
        "supersede",
        "outdated",
        "forget",
    ]
    assert not [word for word in banned if word.lower() in words.split()]
    assert len(digest(name)) == 64


def test_without_a_model_it_says_so(withdrawn: Instance) -> None:
    with pytest.raises(BadInput, match="--model"):
        ReaderLLM().work(Workspace(withdrawn.base), task_of(withdrawn, 3))
