"""A turn says what was done, and what it says cannot be changed by who asks."""

from __future__ import annotations

import pytest

from dreambench_lib.harness.turn import turn
from dreambench_lib.trees import Entry, changes, digest, text_tree


def test_a_turn_is_the_change_without_control_files() -> None:
    start = text_tree({"a.py": "1", "b.py": "2"})
    left = text_tree({"a.py": "3", "conftest.py": "import os"})
    done = turn(start, left)
    assert done.end == text_tree({"a.py": "3"})
    assert done.control == ("conftest.py",)
    assert done.diff == changes(start, done.end)
    assert (done.start_digest, done.end_digest) == (digest(start), digest(done.end))


def test_a_tree_that_was_changed_in_place_is_another_turn() -> None:
    start, left = text_tree({"a": "1"}), text_tree({"a": "2"})
    first = turn(start, left)
    left[b"a"] = Entry("file", b"3")
    second = turn(start, left)
    start[b"b"] = Entry("file", b"")
    third = turn(start, left)
    assert first.end == text_tree({"a": "2"})
    assert second.diff == text_tree({"a": "3"})
    assert third.diff == {b"a": Entry("file", b"3"), b"b": None}
    assert third.start_digest == digest(start) != second.start_digest


def test_what_is_remembered_cannot_be_changed() -> None:
    done = turn(text_tree({"a": "1"}), text_tree({"a": "2"}))
    with pytest.raises(TypeError):
        done.end[b"a"] = Entry("file", b"9")  # type: ignore[index]
    with pytest.raises(TypeError):
        done.diff[b"a"] = None  # type: ignore[index]
