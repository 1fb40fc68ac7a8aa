"""RULES 1 and 10 for every condition: each note can surface, and the same inputs, same bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from dreambench_lib.canonical import canonical
from dreambench_lib.memory.budget import cut
from dreambench_lib.memory.conditions import CONDITIONS, build, condition
from dreambench_lib.memory.protocol import Memory, Space
from dreambench_lib.models import Message, Reply
from dreambench_lib.records import Budget, Episode, Note, Query, Recall

SYSTEMS = [entry.id for entry in CONDITIONS.values() if not entry.sealed and not entry.apart]
KEEPERS = [name for name in SYSTEMS if not CONDITIONS[name].forbids]
TYPED = [name for name in SYSTEMS if "typed is kept" in CONDITIONS[name].forbids]
LARGE = {"items": 1_000, "words": 1_000_000}

TEXTS = [
    "Notice N-204: the closing line of the export is QX-8fK2a-113.",
    "The header id is HX-aa1-22, says the finance office, who should know about headers.",
    "Please change src/report.tmpl and regenerate; never edit docs/report.md by hand.",
    "The parser of the importer got a second look, and nobody found anything to complain about.",
    "We moved the stand-up to the afternoon. Thanks to everybody for being flexible this week!",
    "Coverage of the rounding module went up to 93% after the cleanup of the old helpers.",
    "Incident INC-31: exports hung for an hour. We set the marker to MK-1-a as a workaround.",
    "For the express channel only, the suffix is SX-11-a.",
    "I think we might one day merge the two loaders, but let us see.",
    "Where the carrier and the reviewer differ, the carrier wins.",
    "The retry limit is 40, as it has been since spring.",
    "Reviewed the pull request on naming; fine by me once the typo in the docstring is gone.",
    "The staging box was down for ten minutes in the night; nobody noticed but the monitoring.",
    "Batch size: 25. Larger ones make the gateway unhappy.",
    "A customer asked for dark mode in the web view. Not ours, passed on to the front end.",
    "The flaky test in the loader suite is quarantined until somebody finds the time.",
]


class Parrot:
    """A model that says of each note what the note says, and of two facts that both hold."""

    def complete(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
    ) -> Reply:
        asked = messages[-1]["content"]
        said = asked.split("\n\n")[-1]
        answer: dict[str, Any] = {"items": [{"type": "semantic_project", "content": said}]}
        if "lesson:" in asked:
            answer = {"lesson": "", "failure": said}
        elif "no_conflict:" in asked:
            answer = {"relation": "no_conflict"}
        return Reply(json.dumps(answer), "parrot", 1, 1, 1, False)


def session(number: int, project: str = "ledger") -> Episode:
    notes = tuple(
        Note(
            id=f"n{number}-{index}",
            text=f"{text} ({number})",
            session=number,
            date=f"2026-0{number}-{10 + index}",
            author=["carrier", "reviewer", "finance office"][index % 3],
            about=project,
        )
        for index, text in enumerate(TEXTS)
    )
    return Episode(
        id=f"e{number}",
        project=project,
        session=number,
        prompt="",
        context="",
        diff="",
        output="",
        notes=notes,
    )


def lived(name: str, *episodes: Episode) -> Memory:
    folder = TemporaryDirectory(prefix="m-")
    memory = build(condition(name), Space(Path(folder.name), "t", Parrot()))
    vars(memory)["folder"] = folder  # goes when the memory does
    for episode in episodes:
        memory.write(episode)
        memory.sleep()
    return memory


def ask(prompt: str, number: int = 2, files: tuple[str, ...] = (), **budget: int) -> Query:
    return Query(project="ledger", session=number, prompt=prompt, files=files, **budget)


def read_bytes(memory: Memory, query: Query) -> str:
    return canonical([recall.model_dump(mode="json") for recall in memory.read(query)])


def surfaced(recalls: list[Recall], note: Note) -> bool:
    """Whether an admitted recall names the note as its source and has its whole text."""
    return any(r.admitted and note.id in r.sources and note.text in r.text for r in recalls)


@pytest.mark.parametrize("name", KEEPERS)
def test_every_note_of_a_full_session_can_surface(name: str) -> None:
    episode = session(1)
    recalls = lived(name, episode).read(ask("Change the export", **LARGE))
    assert all(surfaced(recalls, note) for note in episode.notes)


def test_whose_idea_forbids_it_says_so() -> None:
    assert {name for name in SYSTEMS if CONDITIONS[name].forbids} == {
        "B0",
        "DF-strict-hybrid",
        "DF-strict-hybrid-rules",
        *TYPED,
    }
    strict = {name for name in SYSTEMS if "own limit" in CONDITIONS[name].forbids}
    both = ("DF-strict", "DF-strict-hybrid")
    assert strict == {*both, *(f"{name}-rules" for name in both)}


FACTS = [
    "The closing line is QX-8fK2a-113.",
    "The header id is HX-aa1-22.",
    "Never edit docs/report.md by hand; change src/report.tmpl.",
    "For the express channel only, the suffix is SX-11-a.",
    "The retry limit is 40.",
    "Incident INC-31: the marker is MK-1-a.",
]


@pytest.mark.parametrize("name", TYPED)
def test_every_note_with_a_typed_fact_can_surface(name: str) -> None:
    notes = tuple(
        note.model_copy(update={"text": text})
        for note, text in zip(session(1).notes, FACTS, strict=False)
    )
    memory = lived(name, session(1).model_copy(update={"notes": notes}))
    for note in notes:  # the strict one shows three at a time, so each is asked for
        recalls = memory.read(ask(f"{note.text} In src/report.tmpl.", **LARGE))
        value = note.text.removesuffix(".").split()[-1]
        assert any(r.admitted and note.id in r.sources and value in r.text for r in recalls), note


def test_a_strict_condition_asks_for_less_and_gets_it() -> None:
    for name in ("DF-strict-rules", "DF-strict-hybrid-rules"):
        recalls = lived(name, session(1)).read(ask("Print the closing line of the export", **LARGE))
        assert 0 < sum(recall.admitted for recall in recalls) <= 3
        assert sum(len(r.text.split()) for r in recalls if r.admitted) <= 600
        assert {"over_own_limit", "below_admission_threshold"} & {r.decision for r in recalls}


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("words", [300, 1_200])
def test_what_is_listed_fits_the_budget_that_was_named(name: str, words: int) -> None:
    """No condition hides its notes in items that are too long to be shown."""
    memory = lived(name, session(1), session(2))
    shown = cut(
        memory.read(ask("Print the closing line", 3, words=words)), Budget(items=6, words=words)
    )
    assert name == "B0" or any(item.shown for item in shown)
    assert not [item for item in shown if item.words > words]
    told = {note.id for number in (1, 2) for note in session(number).notes}
    assert all(told & set(item.sources) for item in shown if item.shown and item.sources)


@pytest.mark.parametrize("name", ["B5", "DF-hybrid-rules"])
@pytest.mark.parametrize("index", range(len(TEXTS)))
def test_every_note_comes_within_the_budget_when_its_words_are_asked_for(
    name: str, index: int
) -> None:
    episode = session(1)
    recalls = lived(name, episode).read(ask(episode.notes[index].text))
    assert (f"n1-{index}",) in [recall.sources for recall in recalls[:6]]


@pytest.mark.parametrize("name", KEEPERS)
def test_all_sessions_are_kept(name: str) -> None:
    recalls = lived(name, session(1), session(2)).read(ask("x", 3, **LARGE))
    notes = {n.id for number in (1, 2) for n in session(number).notes}
    assert notes <= {source for r in recalls for source in r.sources}


@pytest.mark.parametrize("name", SYSTEMS)
def test_reads_do_not_change_later_reads(name: str) -> None:
    memory = lived(name, session(1), session(2))
    query = ask("Print the closing line", 3, ("src/report.tmpl",))
    first = read_bytes(memory, query)
    memory.read(ask("Something else altogether", 3))
    memory.sleep()
    assert read_bytes(memory, query) == first


@pytest.mark.parametrize("name", SYSTEMS)
def test_writing_an_episode_twice_changes_nothing(name: str) -> None:
    query = ask("Print the closing line")
    twice = lived(name, session(1), session(1))
    assert read_bytes(twice, query) == read_bytes(lived(name, session(1)), query)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_order_of_notes_within_a_session_does_not_matter(name: str) -> None:
    episode = session(1)
    turned = episode.model_copy(update={"notes": tuple(reversed(episode.notes))})
    query = ask("Print the closing line")
    assert read_bytes(lived(name, turned), query) == read_bytes(lived(name, episode), query)


def everything() -> str:
    """What all systems recall after two sessions, as one text."""
    query = ask("Print the closing line of src/report.tmpl", 3, ("src/report.tmpl",))
    return "\n".join(read_bytes(lived(name, session(1), session(2)), query) for name in SYSTEMS)


def test_same_bytes_whatever_the_hash_seed() -> None:
    code = (
        "import importlib.util as u, hashlib;"
        f"s = u.spec_from_file_location('fairness', {__file__!r});"
        "m = u.module_from_spec(s); s.loader.exec_module(m); print(m.everything())"
    )
    here = everything()
    for seed in ("0", "1", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.rstrip("\n") == here


def test_recency_shows_the_newest_first() -> None:
    sources = [r.sources[0] for r in lived("recency-only", session(1), session(2)).read(ask("x"))]
    assert sources[0] == "n2-15"
    assert sources[-1] == "n1-0"


def test_instance_knows_scope_and_files_but_no_time() -> None:
    first, second = session(1), session(2, "courier")
    recalls: list[Recall] = lived("B5", first, second).read(ask("closing line", 3))
    by_source = {recall.sources[0]: recall for recall in recalls}
    assert (by_source["n1-0"].score or 0) - (by_source["n2-0"].score or 0) == 1.0
    named = lived("B5", first).read(ask("zzz", 2, ("src/report.tmpl",)))
    assert named[0].sources == ("n1-2",)
    assert named[0].decision == "words 0.000 + scope 1 + files 1.000"
