"""B1 to B7 and random-k: each one's own idea, on made-up sessions."""

from __future__ import annotations

import pytest

from dreambench_lib.memory.baselines.reflection import reflect
from dreambench_lib.memory.baselines.subtasks import subtasks
from dreambench_lib.memory.baselines.summary import summary

from .scenes import ask, episode, lived, note

LONG = "word " * 200


def test_trajectories_show_notes_first_and_share_the_words() -> None:
    first = episode(1, note("a", "The line is QX."), prompt="Print it", diff=LONG, output="done")
    second = episode(2, note("b", "Nothing new.", 2), prompt="Other work")
    [one, two] = ask(lived("B1", first, second), "print the line is", words=100)
    assert one.text == "carrier: The line is QX.\nTask: Print it\nOutput: done"
    assert one.sources == ("a", "e1")
    assert one.decision.endswith("3 of 4 parts")
    assert two.sources == ("b", "e2")
    assert LONG.strip() in ask(lived("B1", first), words=1_000)[0].text


def test_a_note_longer_than_its_share_is_still_offered_whole() -> None:
    one, two = (episode(n, note(f"n{n}", LONG + str(n), n)) for n in (1, 2))
    assert {r.sources[0] for r in ask(lived("B1", one, two), words=250)} == {"n1", "n2"}


def test_vectors_know_no_scope_files_or_time() -> None:
    near = note("a", "closing line", 1, about="courier")
    far = note("b", "header", 2)
    recalls = ask(lived("B2", episode(1, near), episode(2, far)), "closing line", files=("header",))
    assert [(r.sources, r.score) for r in recalls] == [(("a",), 1.0), (("b",), 0.0)]


def test_reflections_name_who_said_what_when_and_heed_scope() -> None:
    near = note("a", "closing line", 1, about="courier")
    assert reflect(near) == (
        "Lesson of session 1: in work on courier, heed what the carrier wrote: closing line"
    )
    recalls = ask(lived("B3", episode(1, near, note("b", "header"))), "closing line")
    assert [r.sources[0] for r in recalls] == ["b", "a"]


def test_a_summary_is_as_long_as_its_share_and_typical_first() -> None:
    told = episode(
        1,
        note("a", "The export failed. The export is slow. Zebra."),
        note("b", "The export is back."),
    )
    assert [p.text for p in summary(told, 100)] == [n.text for n in told.notes]
    assert [p.text for p in summary(told, 4)] == ["The export failed. Zebra."]
    [whole] = ask(lived("B4", told))
    assert (whole.sources, whole.decision) == (("a", "b"), "words 0.250 + scope 1")
    assert ask(lived("B4", episode(1, prompt="x"))) == []


def test_subtasks_file_each_note_under_the_part_of_the_task_it_is_closest_to() -> None:
    told = episode(
        1,
        note("a", "The footer is FT-1."),
        note("b", "Header: HX-2."),
        note("c", "Zebra."),
        prompt="Write the header. Write the footer. Test it. Commit it.",
    )
    filed = [[item.head.text, *(n.text for n in item.learned)] for item in subtasks(told)]
    assert filed == [
        ["For: Write the header.", "Header: HX-2.", "Zebra."],
        ["For: Write the footer.", "The footer is FT-1."],
    ]
    recalls = ask(lived("B6", told), "the footer", files=("FT-1",))
    assert recalls[0].sources == ("e1", "a")
    assert recalls[0].decision == "words 1.000 + scope 1 + files 1.000"
    tight = ask(lived("B6", told), "the footer", words=8)
    assert [r.sources for r in tight] == [("e1", "a"), ("e1", "b")]  # the closest note of each


def test_the_tracker_is_one_item_with_labels_first_and_the_newest_notes_next() -> None:
    memory = lived(
        "B7",
        episode(1, note("a", "Old."), note("b", "TODO: rename it."), prompt="Do x. And y."),
        episode(2, note("c", "New.", 2), prompt="Do z."),
    )
    [item] = ask(memory)
    assert item.text.split("\n") == [
        "- todo: TODO: rename it.",
        "- heard: New.",
        "- heard: Old.",
        "- done: session 2: Do z.",
        "- done: session 1: Do x.",
    ]
    assert item.sources == ("b", "c", "a", "e2", "e1")
    assert ask(memory, words=8)[0].sources == ("b", "c")


@pytest.mark.parametrize("prompt", ["a", "b"])
def test_random_k_depends_on_the_namespace_and_on_nothing_else(prompt: str) -> None:
    told = episode(1, *(note(f"n{i}", f"text {i}") for i in range(12)))
    orders = {
        space: [r.sources[0] for r in ask(lived("random-k", told, namespace=space), prompt)]
        for space in ("t", "u", "v")
    }
    assert orders["t"] == [r.sources[0] for r in ask(lived("random-k", told), "z", session=9)]
    assert len({tuple(order) for order in orders.values()}) == 3
    assert all(sorted(order) == sorted(orders["t"]) for order in orders.values())


def test_random_k_has_no_favourite_place() -> None:
    told = episode(1, *(note(f"n{i}", f"text {i}") for i in range(4)))
    firsts = [ask(lived("random-k", told, namespace=f"m{i}"))[0].sources[0] for i in range(400)]
    # 100 expected of each; 60 is more than four standard deviations away.
    assert all(60 < firsts.count(f"n{i}") < 140 for i in range(4))
