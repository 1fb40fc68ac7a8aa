"""A-Mem, the real one: what it asks a model, none of which depends on clock or chance."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..scenes import episode, note
from .lives import Model, everything, made

NOTES = [note("n1", "The token is T-1.", date="2026-03-02"), note("n2", "The token is T-2 now.")]
SAID = json.dumps(
    {
        "keywords": ["token"],
        "context": "Exports",
        "tags": ["release"],
        "should_evolve": True,
        "actions": ["update_neighbor"],
        "suggested_connections": [],
        "tags_to_update": [],
        "new_context_neighborhood": ["Old exports"],
        "new_tags_neighborhood": [["old"]],
    }
)


def test_the_model_is_asked_with_a_schema_and_its_words_help_the_search(tmp_path: Path) -> None:
    asked = []
    for place in ("one", "two"):
        (tmp_path / place).mkdir()
        model = Model(SAID)
        memory = made("B5-AMEM", tmp_path / place, place, model)
        memory.write(episode(1, *NOTES))
        assert {recall.sources: recall.text for recall in everything(memory)} == {
            ("n1",): "The token is T-1.",
            ("n2",): "The token is T-2 now.",
        }
        assert everything(memory, "old exports")[0].sources == ("n1",)
        assert all(schema and "properties" in schema for schema in model.schemas)
        asked.append(model.asked)
    assert len(asked[0]) == 3  # each note looked at, and the second set beside the first
    assert "memory_id:n1\ttalk start time:2026-03-02" in asked[0][2]
    assert asked[0] == asked[1]


@pytest.mark.parametrize("answer", ["no JSON at all", "{broken"])
def test_a_reply_that_it_cannot_read_is_counted(answer: str, tmp_path: Path) -> None:
    memory = made("B5-AMEM", tmp_path, model=Model(answer))
    memory.write(episode(1, NOTES[0]))
    assert memory.store.faults == {"reply is no JSON": 1}
    assert len(everything(memory)) == 1  # it keeps the note, without keywords
