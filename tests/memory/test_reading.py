"""A read of a large store lists the start of the ranking of everything, but sees little of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.memory import index as room
from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.memory.index import Best, Postings
from dreambench_lib.memory.lexical import coverage, files_named, jaccard, tokens
from dreambench_lib.memory.probe import probe as probes
from dreambench_lib.memory.probe.probe import Probe
from dreambench_lib.memory.protocol import Memory
from dreambench_lib.records import Episode, Query

from .scenes import ask, episode, lived, note
from .test_probe import KINDS, histories, made
from .test_probe import lived as lived_by

PROMPTS = (
    "Print the closing line in render_footer()",
    "Use the express suffix and the retry limit of src/io.py",
    "zzz",
    "",
)
queries = st.builds(
    Query,
    project=st.sampled_from(["ledger", "courier"]),
    session=st.integers(2, 5),
    prompt=st.sampled_from(PROMPTS),
    files=st.sampled_from([(), ("docs/report.md",), ("a/report.md", "src/report.tmpl")]),
)


@contextmanager
def listing(most: int) -> Iterator[None]:
    """So many recalls are listed."""
    with patch.object(room, "LISTED", most), patch.object(probes, "LISTED", most):
        yield


def starts(memory: Memory, query: Query, most: int) -> None:
    """The first `most` of everything are what a read that lists so many gives."""
    everything = memory.read(query)
    with listing(most):
        assert memory.read(query) == everything[:most]


@settings(deadline=None, max_examples=40)
@given(histories(), queries, st.integers(1, 6), st.sampled_from(["B2", "B3", "B5"]))
def test_a_baseline_lists_the_start_of_its_ranking(
    history: list[Episode], query: Query, most: int, name: str
) -> None:
    starts(lived(name, *history), query, most)


@settings(deadline=None, max_examples=120)
@given(histories(), queries, st.integers(1, 6), st.sampled_from(KINDS))
def test_a_probe_lists_the_start_of_its_ranking(
    history: list[Episode], query: Query, most: int, kind: type[Probe]
) -> None:
    class Unlimited(kind):  # type: ignore[misc, valid-type]
        limit = None

        def read(self, query: Query) -> list[object]:
            # Without the words' share of a whole episode, which depends on how many are listed.
            return Probe.read(self, query)  # type: ignore[return-value]

    probe = made(Unlimited)
    for one in history:  # the index is kept up as the store grows
        probe.write(one)
        probe.sleep()
        starts(probe, query, most)


def test_equal_scores_are_cut_by_text() -> None:
    told = episode(1, *(note(f"n{i}", f"word{i * 7 % 40:02}") for i in range(40)))
    for name in ("B2", "B5"):
        starts(lived(name, told), Query(project="ledger", session=2, prompt="zzz"), 5)
        texts = [r.text for r in ask(lived(name, told), "zzz")]
        assert texts == sorted(texts)


@settings(max_examples=60)
@given(
    st.lists(st.text("ab c./", max_size=9), max_size=12),
    st.text("ab c", max_size=9),
    st.lists(st.sampled_from(["a", "b/a", "c/b.c", "ab", ""]), max_size=3),
)
def test_the_index_counts_what_the_texts_hold(
    texts: list[str], asked: str, files: list[str]
) -> None:
    index, words = room.Index(), tokens(asked)
    for place, text in enumerate(texts):
        index.add(text, f"n{place}")
    held = [tokens(text) for text in texts]
    assert index.jaccard(words).tolist() == [jaccard(words, one) for one in held]
    assert index.coverage(words).tolist() == [coverage(words, one) for one in held]
    assert index.words.named(files).tolist() == [files_named(files, one) for one in held]


def test_postings_take_more_after_they_were_asked() -> None:
    postings = Postings()
    postings.add({"a", "b"})
    assert postings.shared({"a"}).tolist() == [1.0]
    postings.add({"a"})
    assert postings.shared({"a", "b", "c"}).tolist() == [2.0, 1.0]


@settings(max_examples=60)
@given(st.lists(st.integers(0, 9)), st.integers(0, 4), st.integers(0, 4))
def test_the_best_of_scores(scores: list[int], most: int, fewer: int) -> None:
    best = Best(most)
    for score in scores:
        best.add(score)
    kept = sorted(scores, reverse=True)[:most]
    for bound in range(-1, 11):
        assert best.beats(bound) == (len(kept) == most and all(bound < one for one in kept))
        top = kept[: min(most, fewer)]
        enough = len(top) == min(most, fewer)
        assert best.least(min(most, fewer)).beats(bound) == (
            enough and all(bound < one for one in top)
        )


def stored(sessions: int) -> Probe:
    """Every second session replaces what the one before it said."""
    probe = made(Probe)
    letters = "bcdfghklmn"
    for number in range(1, sessions + 1):
        era = f"{(number - 1) // 2:03}".translate(str.maketrans("0123456789", letters))
        texts = [f"The {era} line {letter} is QX-{number}a-{era}{letter}." for letter in letters]
        notes = [
            note(f"n{number}-{place}", text, number, date=f"{2000 + number}-01-01")
            for place, text in enumerate(texts)
        ]
        probe.write(episode(number, *notes))
    probe.sleep()
    return probe


@pytest.mark.parametrize("prompt", ["Print the bbb line of the report", "zzz"])
def test_a_read_looks_closely_at_few_notes_however_many_there_are(prompt: str) -> None:
    def looked_at(sessions: int) -> int:
        probe = stored(sessions)
        with listing(16), patch.object(probe, "_recall", wraps=probe._recall) as closely:
            assert len(ask(probe, prompt, session=sessions + 1)) == 16
        return closely.call_count

    assert looked_at(60) <= looked_at(15) + 16 <= 64


def test_what_a_read_lists_is_bounded() -> None:
    told = [
        episode(
            n, *(note(f"n{n}-{i}", f"note {i} of {n}", n, date="2026-01-01") for i in range(50))
        )
        for n in (1, 2, 3)
    ]
    for name in ("B2", "B3", "B5", "DF-hybrid-rules", "DF-raw-only"):
        assert CONDITIONS[name]
        assert len(ask(lived(name, *told))) == room.LISTED == 128
    assert len(ask(lived_by(told, Probe))) == 128
