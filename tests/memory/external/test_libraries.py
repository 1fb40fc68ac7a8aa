"""What every library here promises, in its own environment: bytes, limits, walls between stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from dreambench_lib.canonical import canonical
from dreambench_lib.memory.budget import cut
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.memory.external.child import unasked
from dreambench_lib.records import Budget

from ..scenes import ask, episode, note
from .lives import everything, made

LITERAL = ["B5-MEM0-LIT", "B5-LANGMEM-LIT", "B5-AMEM-rules"]
RULES = ["B5-MEM0-rules", "B5-LANGMEM-rules"]
NEWEST = ["B5-MEM0-LIT-NEW", "B5-MEM0-NEW-rules"]
"""The same calls with the newest version of a library."""
TEXTS = (
    "The export token is EXPORT-x7Qa2-19K.",
    "The export token is EXPORT‑x7Qa2‑19K.",  # the same in look-alike hyphens
    "The export token is EXPORT–x7Qa2–19K, said Zoë.",
    "First line\n\n  second \t line\r\nwith \u2028 and \x85 and a key 🗝",
    '"Quoted", \'quoted\' and \\ {"json": [1, 2]}',
    "long " * 2_000 + "end",
    " ",
)


@pytest.mark.parametrize("name", [*LITERAL, NEWEST[0]])
def test_literal_keeps_every_byte_and_says_where_it_is_from(name: str, tmp_path: Path) -> None:
    memory = made(name, tmp_path)
    memory.write(episode(1, *[note(f"n{n}", text) for n, text in enumerate(TEXTS)]))
    memory.sleep()
    found = {recall.sources: recall.text for recall in everything(memory)}
    assert found == {(f"n{n}",): text for n, text in enumerate(TEXTS)}


@pytest.mark.parametrize("name", [*LITERAL, *RULES])
def test_every_note_can_surface_and_the_limit_holds(name: str, tmp_path: Path) -> None:
    memory = made(name, tmp_path)
    for number in (1, 2):
        told = [
            note(f"n{number}-{n}", f"Notice {n}. Batch {number}{n}, as Ada said.", number)
            for n in range(9)
        ]
        memory.write(episode(number, *told))
    sources = {source for recall in everything(memory) for source in recall.sources}
    assert sources == {f"n{number}-{n}" for number in (1, 2) for n in range(9)}
    few = everything(memory, items=4)
    assert len(few) == 4
    assert [item.shown for item in cut(few, Budget(items=4))] == [True] * 4
    scores = [recall.score or 0 for recall in few]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("name", [*LITERAL, *RULES])
def test_the_same_inputs_give_the_same_bytes_and_namespaces_are_apart(
    name: str, tmp_path: Path
) -> None:
    seen = []
    for namespace in ("one", "two"):
        (tmp_path / namespace).mkdir()
        memory = made(name, tmp_path / namespace, namespace)
        assert everything(memory) == []
        memory.write(episode(1, *[note(f"n{n}", f"The token is {n % 3}.") for n in range(6)]))
        first = everything(memory, items=4)
        ask(memory, "something else")
        assert everything(memory, items=4) == first  # many of these tie
        seen.append(canonical([recall.model_dump(mode="json") for recall in first]))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("name", ["B5-MEM0-LIT", "B5-LANGMEM-LIT"])
def test_one_folder_holds_two_namespaces_apart_and_outlives_the_memory(
    name: str, tmp_path: Path
) -> None:
    first = made(name, tmp_path, "first")
    first.write(episode(1, note("n1", "The token is T-1.")))
    del first  # its store is closed when the next one is opened
    other = made(name, tmp_path, "other")
    assert everything(other) == []
    del other
    again = made(name, tmp_path, "first")
    assert [recall.sources for recall in everything(again)] == [("n1",)]


@pytest.mark.parametrize("name", [*LITERAL, *RULES, *NEWEST])
def test_it_asks_for_no_address_but_its_own(name: str, tmp_path: Path) -> None:
    memory = made(name, tmp_path)
    memory.write(episode(1, note("n1", "The token is T-1.")))
    everything(memory)
    watch = memory.child.call("watch", unasked)
    assert watch == {"asked": ["127.0.0.1"], "refused": []}


@pytest.mark.parametrize("name", [*LITERAL, *RULES])
def test_stand_ins_are_named(name: str) -> None:
    entry = CONDITIONS[name]
    assert "Stand-in embedder" in entry.meaning
    assert ("Stand-in extractor" in entry.meaning) == name.endswith("-rules")
