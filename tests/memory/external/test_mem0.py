"""Mem0, the real one in its own environment: what goes in, what comes back, what leaves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.memory.conditions import build, condition
from dreambench_lib.memory.external.child import VendorFault
from dreambench_lib.memory.external.vendor import Vendor
from dreambench_lib.memory.protocol import Space
from dreambench_lib.models import ModelFault
from dreambench_lib.records import Query
from tests.apart import needs

from ..scenes import ask, episode, note
from .lives import Model, everything, made

LITERAL, RULES = "B5-MEM0-LIT", "B5-MEM0-rules"


def test_the_stand_in_extractor_is_named_and_keeps_all_sentences(tmp_path: Path) -> None:
    text = (
        "The token of the export is EXPORT-1, and it stays so for the whole of this year. Ask Ada."
    )
    memory = made(RULES, tmp_path)
    memory.write(episode(1, note("n1", text)))
    assert " ".join(recall.text for recall in everything(memory)) == text


@pytest.fixture
def told(tmp_path: Path) -> Any:
    def tell(answer: str | Exception) -> tuple[Vendor, Model]:
        model = Model(answer)
        memory = made("B5-MEM0", tmp_path, model=model)
        memory.write(episode(1, note("n1", "The token is T‑1.", date="2026-03-02")))
        return memory, model

    return tell


def test_native_keeps_what_the_model_says_and_tells_it_the_notes_own_day(told: Any) -> None:
    said = json.dumps(
        {"memory": [{"id": "0", "text": "The token is T-1", "attributed_to": "user"}]}
    )
    memory, model = told(said)
    (question,) = model.asked
    assert "The token is T‑1." in question
    assert question.count("2026-03-02") == 2
    (found,) = everything(memory)
    assert (found.text, found.sources) == ("The token is T-1", ("n1",))
    assert not memory.store.faults


def test_a_reply_that_mem0_cannot_read_is_counted(told: Any) -> None:
    memory, _ = told("I would rather not")
    assert everything(memory) == []
    assert memory.store.faults == {"reply is no JSON": 1}


def test_a_model_that_fails_stops_the_cell(told: Any) -> None:
    with pytest.raises(ModelFault, match="timeout"):
        told(ModelFault("timeout"))


def test_what_mem0_refuses_is_its_own_fault(tmp_path: Path) -> None:
    memory = made(LITERAL, tmp_path)
    with pytest.raises(VendorFault, match="Error"):
        memory.read(Query(project="p", session=1, prompt="", items=3))


def test_a_plan_refuses_what_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DREAMBENCH_APART", str(tmp_path))
    for name, part in (("B5-MEM0-LIT", "mem0"), ("B2+minilm", "minilm")):
        with pytest.raises(BadInput, match=f"run  dreambench install {part}"):
            make_plan([name], ["reader-careful"], ["C1-envelope"], [1])


def test_without_a_model_native_names_its_stand_in() -> None:
    needs("mem0")
    with pytest.raises(BadInput, match="or take B5-MEM0-rules, which asks none"):
        make_plan(["B5-MEM0"], ["reader-careful"], ["C1-envelope"], [1])


@pytest.mark.parametrize("name", ["B2", "B5-MEM0-LIT", "B5-MEM0-rules"])
def test_the_small_embedder_knows_synonyms(name: str, tmp_path: Path) -> None:
    needs("minilm")
    for part in condition(name).apart:
        needs(part)
    memory = build(condition(f"{name}+minilm"), Space(tmp_path, "t"))
    memory.write(
        episode(
            1,
            note("n1", "The physician saw her patient in the hospital."),
            note("n2", "The train was late again."),
            note("n3", "A cake needs butter, flour and sugar."),
        )
    )
    assert ask(memory, "Which doctor treats the sick?")[0].sources == ("n1",)
