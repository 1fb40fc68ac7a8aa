"""Folders to trees and back, with everything hostile that a folder can hold."""

from __future__ import annotations

import os
import socket
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.errors import BadInput
from dreambench_lib.trees import Entry, Tree, text_tree
from dreambench_lib.walk import (
    OddTree,
    WalkLimits,
    faults,
    link_fault,
    path_fault,
    read_tree,
    require_sound,
    write_tree,
)

SMALL = WalkLimits(files=20, file_bytes=1000, total_bytes=3000, depth=5, path_bytes=60)
names = st.binary(min_size=1, max_size=5).filter(
    lambda name: b"\0" not in name and b"/" not in name and name not in (b".", b"..")
)
paths = st.lists(names, min_size=1, max_size=4).map(b"/".join)
plain = st.builds(Entry, st.sampled_from(["file", "exec"]), st.binary(max_size=40))
links = st.builds(Entry, st.just("link"), paths)
trees = st.dictionaries(paths, plain | links, max_size=8)


@settings(deadline=None)
@given(trees)
def test_a_tree_that_is_written_is_read_back(tree: Tree) -> None:
    with tempfile.TemporaryDirectory() as folder:
        if faults(tree):
            with pytest.raises(OddTree):
                write_tree(tree, folder)
            assert os.listdir(folder) == []
        else:
            write_tree(tree, folder)
            assert read_tree(folder) == dict(sorted(tree.items()))


def test_modes_are_plain_whatever_the_umask(tmp_path: Path) -> None:
    old = os.umask(0o077)
    try:
        write_tree({b"a/b": Entry("file", b""), b"c": Entry("exec", b"")}, tmp_path)
    finally:
        os.umask(old)
    assert (tmp_path / "a/b").stat().st_mode & 0o7777 == 0o644
    assert (tmp_path / "c").stat().st_mode & 0o7777 == 0o755


def test_an_open_descriptor_will_do(tmp_path: Path) -> None:
    fd = os.open(tmp_path, os.O_RDONLY)
    write_tree(text_tree({"a": "b"}), fd)
    assert read_tree(fd) == text_tree({"a": "b"})
    os.close(fd)


def test_git_folders_of_any_case_and_empty_folders_are_not_seen(tmp_path: Path) -> None:
    for name in (".git", "sub/.GIT", "sub/.Git"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "config").write_text("[core]\n\tfsmonitor = touch x\n")
    (tmp_path / "worktree").mkdir()
    (tmp_path / "worktree/.git").write_text("gitdir: /elsewhere")
    os.mkfifo(tmp_path / "sub/.gIT")
    (tmp_path / "empty").mkdir()
    (tmp_path / ".gitignore").write_text("*\n")
    assert read_tree(tmp_path) == text_tree({".gitignore": "*\n"})


def odd(folder: Path, limits: WalkLimits = SMALL) -> dict[str, str]:
    with pytest.raises(OddTree) as caught:
        read_tree(folder, limits)
    assert "\n" not in str(caught.value)
    return {os.fsdecode(path): why for path, why in caught.value.entries}


def test_odd_entries_are_all_named_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "fine.py").write_text("x")
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as unix:
        unix.bind(str(tmp_path / "socket"))
    (tmp_path / "big").write_bytes(b"x" * 1001)
    with open(tmp_path / "sparse", "wb") as file:
        file.truncate(1 << 40)
    (tmp_path / "absolute").symlink_to("/etc/passwd")
    (tmp_path / "climbs").symlink_to("../x")
    (tmp_path / "inside").symlink_to("fine.py")
    (tmp_path / "hops").symlink_to("inside/../fine.py")
    (tmp_path / "closed").write_text("x")
    (tmp_path / "closed").chmod(0)
    (tmp_path / "shut").mkdir(mode=0o000)
    (tmp_path / "1/2/3/4/5/6").mkdir(parents=True)
    found = odd(tmp_path)
    (tmp_path / "shut").chmod(0o700)
    assert found == {
        "pipe": "pipe",
        "socket": "socket",
        "big": "file too big",
        "sparse": "file too big",
        "absolute": "link leaving the tree",
        "climbs": "link leaving the tree",
        "hops": "link leaving the tree",
        "closed": "unreadable file",
        "shut": "unreadable folder",
        "1/2/3/4/5/6": "too deep",
    }


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a device")
def test_a_device_is_odd(tmp_path: Path) -> None:
    try:
        os.mknod(tmp_path / "null", 0o20666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("no device can be made here")
    assert odd(tmp_path) == {"null": "device"}


def test_too_many_files_or_folders_stop_the_walk(tmp_path: Path) -> None:
    for number in range(21):
        (tmp_path / f"{number}").write_text("")
    assert odd(tmp_path) == {"": "more than 20 files"}
    folders = tmp_path / "folders"
    for number in range(45):
        (folders / f"{number}").mkdir(parents=True)
    assert odd(folders) == {"": "more than 20 files"}


def test_too_many_bytes_stop_the_walk(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"{number}").write_bytes(b"x" * 900)
    assert odd(tmp_path) == {"": "more than 3000 bytes"}


def test_a_very_deep_tree_is_refused_quickly(tmp_path: Path) -> None:
    fd = os.open(tmp_path, os.O_RDONLY)
    for _ in range(400):
        os.mkdir("d", dir_fd=fd)
        inner = os.open("d", os.O_RDONLY, dir_fd=fd)
        os.close(fd)
        fd = inner
    os.close(fd)
    assert set(odd(tmp_path).values()) == {"too deep"}
    os.system(f"rm -rf '{tmp_path}/d'")  # shutil.rmtree would recurse too deep


def test_names_stay_bytes_and_content_stays_as_it_is(tmp_path: Path) -> None:
    tree = {
        b"\xff\xfe": Entry("file", b"\x00\xff\r\n"),
        b"-rf": Entry("file", b""),
        b'new\nline "quoted" \x1b[31m': Entry("file", b"x"),
        b"loop": Entry("link", b"loop"),
    }
    write_tree(tree, tmp_path)
    assert read_tree(tmp_path) == dict(sorted(tree.items()))
    assert os.path.islink(tmp_path / "loop")


def test_nothing_is_followed_or_overwritten_on_the_way(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "folder"
    outside.mkdir()
    folder.mkdir()
    (folder / "sub").symlink_to(outside)
    with pytest.raises(BadInput, match="in the way"):
        write_tree(text_tree({"sub/x": "y"}), folder)
    (folder / "file").symlink_to(outside / "new")
    with pytest.raises(BadInput, match="in the way"):
        write_tree(text_tree({"file": "y"}), folder)
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize(
    "tree",
    [
        text_tree({"../x": ""}),
        text_tree({"/x": ""}),
        text_tree({"a//b": ""}),
        text_tree({"a/./b": ""}),
        text_tree({"": ""}),
        text_tree({"a": "", "a/b": ""}),
        text_tree({"sub/.GIT/config": ""}),
        text_tree({"a" * 256: ""}),
        {b"a": Entry("link", b"/x")},
        {b"a": Entry("link", b"")},
        {b"a\0b": Entry("file", b"")},
    ],
)
def test_no_path_or_link_that_leaves_is_ever_written(tmp_path: Path, tree: Tree) -> None:
    with pytest.raises(OddTree):
        write_tree({b"fine": Entry("file", b"x"), **tree}, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_whole_is_limited_too() -> None:
    many = {str(number).encode(): Entry("file", b"x" * 200) for number in range(21)}
    assert [odd.why for odd in faults(many, SMALL)] == [
        "more than 20 files",
        "more than 3000 bytes",
    ]
    with pytest.raises(OddTree, match="and 4 more"):
        require_sound(
            {str(n).encode() * 4: Entry("file", b"x" * 1001) for n in range(1, 10)},
            SMALL._replace(total_bytes=10**6),
        )


@given(st.binary(max_size=8), st.binary(max_size=12))
def test_a_kept_link_resolves_inside(path: bytes, target: bytes) -> None:
    if not path_fault(path) and not link_fault(path, target):
        joined = os.path.normpath(b"/base/" + os.path.dirname(path) + b"/" + target)
        assert joined == b"/base" or joined.startswith(b"/base/")


def test_a_missing_folder_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot open the folder"):
        read_tree(tmp_path / "absent")


def test_names_that_differ_in_case_or_form_only_are_different_files(tmp_path: Path) -> None:
    """As on the file systems that sandboxes have; nothing is folded, whoever reads the tree."""
    names = ["readme", "README", "Sub/a", "sub/a", "caf\u00e9", "cafe\u0301"]
    tree = text_tree({name: name for name in names})
    write_tree(tree, tmp_path)
    if len(list(tmp_path.iterdir())) < 6:
        pytest.skip("this file system folds names")
    assert read_tree(tmp_path) == dict(sorted(tree.items()))


def test_what_a_hard_link_or_a_special_mode_says_is_dropped(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("x")
    os.link(tmp_path / "one", tmp_path / "two")
    (tmp_path / "root").write_text("#!/bin/sh\n")
    (tmp_path / "root").chmod(0o6755)
    assert read_tree(tmp_path) == {
        **text_tree({"one": "x", "two": "x"}),
        b"root": Entry("exec", b"#!/bin/sh\n"),
    }
