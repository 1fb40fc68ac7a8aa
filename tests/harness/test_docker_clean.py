"""Emptying what hostile code filled, as an ordinary user, on the host's own file system."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from dreambench_lib.harness.sandboxes.inside import clean


def emptied(folder: Path) -> None:
    clean.empty(os.fsencode(folder))
    assert os.listdir(folder) == []


def test_depth_modes_names_and_links(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "folder"
    (outside / "kept").mkdir(parents=True)
    folder.mkdir()
    (folder / "link").symlink_to(outside)
    (folder / "broken").symlink_to("nowhere")
    os.mkfifo(folder / "pipe")
    for name in (b"\xff\n", b"-rf", b" "):
        (folder / os.fsdecode(name)).mkdir()
        (folder / os.fsdecode(name) / os.fsdecode(name)).touch()
    (folder / "closed" / "inner").mkdir(parents=True)
    (folder / "closed" / "inner").chmod(0)
    (folder / "closed").chmod(0)
    emptied(folder)
    assert (outside / "kept").is_dir(), "a link was followed"


def test_a_tree_deeper_than_any_path(tmp_path: Path) -> None:
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(300):
        os.mkdir("d" * 20, dir_fd=here)
        below = os.open("d" * 20, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    emptied(tmp_path)


@given(st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=5), max_size=12))
@settings(max_examples=25, deadline=None)
def test_any_tree(paths: list[list[str]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in paths:
            place = folder.joinpath(*path)
            if not any(parent.is_file() for parent in place.parents):
                place.parent.mkdir(parents=True, exist_ok=True)
                if not place.exists():
                    place.touch()
        emptied(folder)
