"""Trees as data: changes, digests and JSON lose nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.errors import BadInput
from dreambench_lib.trees import (
    Entry,
    Tree,
    apply,
    changes,
    digest,
    from_json,
    leaves_tree,
    text_tree,
    to_json,
    unified,
)

paths = st.binary(min_size=1, max_size=6).filter(lambda path: b"\0" not in path)
entries = st.builds(Entry, st.sampled_from(["file", "exec", "link"]), st.binary(max_size=8))
trees = st.dictionaries(paths, entries, max_size=6)


@given(trees, trees)
def test_applying_the_changes_gives_the_new_tree(old: Tree, new: Tree) -> None:
    assert apply(old, changes(old, new)) == new


@given(trees, trees)
def test_json_keeps_every_change(old: Tree, new: Tree) -> None:
    diff = changes(old, new)
    assert from_json(to_json(diff)) == diff


@given(trees, trees)
def test_digests_are_equal_for_equal_trees_only(first: Tree, second: Tree) -> None:
    assert (digest(first) == digest(second)) == (first == second)


@given(trees)
def test_a_digest_does_not_depend_on_the_order(tree: Tree) -> None:
    assert digest(dict(reversed(list(tree.items())))) == digest(tree)


def test_a_tree_that_was_changed_in_place_has_another_digest() -> None:
    tree = dict(text_tree({"a": "1", "b": "2"}))
    before = digest(tree)
    tree[b"a"] = Entry("exec", b"1")
    changed = digest(tree)
    del tree[b"b"]
    assert len({before, changed, digest(tree)}) == 3
    assert before == digest(text_tree({"b": "2", "a": "1"}))


def test_a_view_is_of_the_state_it_starts_from() -> None:
    diff = text_tree({"a": "new\n"})
    seen = {unified(text_tree(old), diff) for old in ({}, {"a": "old\n"}, {"a": "older\n"})}
    assert len(seen) == 3


def test_a_digest_keeps_the_parts_of_an_entry_apart() -> None:
    trees = [
        {b"a": Entry("file", b"bc")},
        {b"ab": Entry("file", b"c")},
        {b"a": Entry("exec", b"bc")},
        {b"a": Entry("link", b"bc")},
        {b"a": Entry("file", b"b"), b"c": Entry("file", b"")},
        {},
    ]
    assert len({digest(tree) for tree in trees}) == len(trees)
    assert digest({b"a": None}) != digest({b"a": Entry("file", b"")})


@given(trees, trees)
def test_every_change_is_in_the_view(old: Tree, new: Tree) -> None:
    diff = changes(old, new)
    for path, entry in diff.items():
        assert unified({p: e for p, e in old.items() if p == path}, {path: entry}) != ""
    unified(old, diff).encode()


def test_the_view_tells_of_modes_links_and_empty_files() -> None:
    old: Tree = {
        b"run": Entry("file", b"x\n"),
        b"lib": Entry("link", b"run"),
        b"gone": Entry("file", b""),
    }
    new: Tree = {
        b"run": Entry("exec", b"x\n"),
        b"lib": Entry("file", b"-> run\n"),
        b"new": Entry("file", b""),
    }
    assert unified(old, changes(old, new)).splitlines() == [
        "gone: plain file -> absent",
        "lib: link -> plain file",
        "new: absent -> plain file",
        "run: plain file -> executable file",
    ]


@pytest.mark.parametrize(
    "row",
    [
        {"kind": "file", "text": ""},
        {"path": "a"},
        {"path": "a", "kind": "file"},
        {"path": "a", "kind": "pipe", "text": ""},
        {"path": "a", "kind": "file", "base64": "*"},
        {"path": "a", "kind": "file", "text": "\ud800"},
    ],
)
def test_a_damaged_row_is_named(row: dict[str, str]) -> None:
    with pytest.raises(BadInput, match="row 2 of a stored change"):
        from_json([{"path": "fine", "kind": "gone"}, row])


def test_the_view_splits_at_newlines_only() -> None:
    old = text_tree({"a": "x\ry\x0cz\u2028w\nsecond\n"})
    new = text_tree({"a": "x\ry\x0cz\u2028w\nthird\n"})
    body = unified(old, changes(old, new)).split("\n")
    assert "-second" in body
    assert " x\ry\x0cz\u2028w" in body


def test_links_out_of_the_tree_are_seen() -> None:
    assert leaves_tree(b"a", b"/etc/passwd")
    assert leaves_tree(b"a", b"..")
    assert leaves_tree(b"a/b", b"../../c")
    assert not leaves_tree(b"a/b", b"../c")
