"""Workspaces on disk: one commit, nobody's name, and nothing else to be found."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.harness.workspace import materialise
from dreambench_lib.trees import Entry, text_tree
from dreambench_lib.walk import OddTree, faults, read_tree

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

TREE = {
    **text_tree({"shop/price.py": "x = 1\n", ".gitignore": "*\n", "empty": ""}),
    b".gitattributes": Entry("file", b"* text eol=crlf ident working-tree-encoding=UTF-16\n"),
    b"tool.sh": Entry("exec", b"#!/bin/sh\r\n$Id$\r\n"),
    b"shop/link": Entry("link", b"price.py"),
    b"b\xff\n\"\\'\x01": Entry("file", bytes(range(256))),
    b"-rf": Entry("file", b"\n"),
}


def git(folder: Path, *words: str) -> str:
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    command = ["git", "-C", str(folder), *words]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, errors="replace", check=True
    ).stdout.strip()


def test_there_is_exactly_one_commit_and_no_other_object(tmp_path: Path) -> None:
    commit = materialise(TREE, tmp_path)
    assert git(tmp_path, "rev-list", "--all", "--reflog") == commit
    assert git(tmp_path, "reflog", "show", "--all") == ""
    assert not list((tmp_path / ".git").rglob("logs"))
    fsck = git(tmp_path, "fsck", "--full", "--strict", "--unreachable", "--no-reflogs")
    assert fsck == ""
    reachable = {
        line.split()[0] for line in git(tmp_path, "rev-list", "--objects", "--all").splitlines()
    }
    everything = git(tmp_path, "cat-file", "--batch-all-objects", "--batch-check").splitlines()
    assert {line.split()[0] for line in everything} == reachable
    assert git(tmp_path, "for-each-ref", "--format=%(refname)") == "refs/heads/main"


def test_it_names_nobody_and_no_clock(tmp_path: Path) -> None:
    materialise(TREE, tmp_path)
    told = git(tmp_path, "log", "--format=%an|%ae|%at|%cn|%ce|%ct|%B")
    who = "developer|developer@example.com|1767225600"
    assert told == f"{who}|{who}|Initial state"


def test_the_commit_holds_the_trees_bytes(tmp_path: Path) -> None:
    materialise(TREE, tmp_path)
    for path, entry in TREE.items():
        shown = subprocess.run(
            ["git", "-C", str(tmp_path), "cat-file", "blob", b"HEAD:" + path],
            capture_output=True,
            check=True,
        ).stdout
        assert shown == entry.data


def test_the_same_tree_gives_the_same_commit_anywhere(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    assert len({materialise(TREE, folder) for folder in folders}) == 1


def test_git_starts_clean_and_sees_a_change(tmp_path: Path) -> None:
    tree = text_tree({"a.py": "x = 1\n", "b/c.py": ""})
    materialise(tree, tmp_path)
    assert git(tmp_path, "status", "--porcelain") == ""
    (tmp_path / "a.py").write_text("x = 2\n")
    assert git(tmp_path, "status", "--porcelain") == "M a.py"


def test_an_odd_tree_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(OddTree):
        materialise({b"../a": Entry("file", b"")}, tmp_path)
    assert list(tmp_path.iterdir()) == []


NAMES = st.binary(min_size=1, max_size=6).map(lambda b: b.replace(b"/", b"_").replace(b"\0", b"_"))
PATHS = st.lists(NAMES, min_size=1, max_size=3).map(b"/".join)
FILES = st.dictionaries(
    PATHS, st.builds(Entry, st.sampled_from(["file", "exec"]), st.binary(max_size=20)), max_size=5
)


@given(FILES)
@settings(max_examples=25, deadline=None)
def test_what_is_written_is_read_back(tree: dict[bytes, Entry]) -> None:
    if faults(tree):
        return
    with tempfile.TemporaryDirectory() as name:
        materialise(tree, Path(name))
        assert read_tree(name) == tree
        assert git(Path(name), "fsck", "--full", "--unreachable") == ""
