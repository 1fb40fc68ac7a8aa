"""Wheel and source archive: the same bytes each time, and in them what is needed."""

from __future__ import annotations

import os
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from dreambench_lib import shipped
from tests.release.conftest import build

MOST = 15 * 2**20
PLACE = "dreambench_lib/_shipped/"


def test_two_builds_are_the_same_bytes(
    wheel: Path, sdist: Path, unpack: Callable[[str], Path], tmp_path: Path
) -> None:
    again = unpack("two")
    for path in again.rglob("*.py"):
        os.utime(path, (1, 1))
    assert build(again, tmp_path / "wheel", "wheel").read_bytes() == wheel.read_bytes()
    assert build(again, tmp_path / "sdist", "sdist").read_bytes() == sdist.read_bytes()


def test_the_wheel_holds_traps_and_results_and_stays_small(wheel: Path) -> None:
    assert wheel.stat().st_size < MOST
    names = set(zipfile.ZipFile(wheel).namelist())
    for needed in (
        "traps/set.toml", "traps/C3-withdrawn/trap.toml", "traps/fixtures/ledger/fixture.toml",
        "results/published/cells.csv", "results/offline-60/manifest.json",
    ):  # fmt: skip
        assert PLACE + needed in names
    assert "dreambench_lib/py.typed" in names
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests/")]


def test_what_is_left_out_is_listed(wheel: Path, sdist: Path, tmp_path: Path) -> None:
    """Every result of the tree is in the wheel or on its list."""
    archive = zipfile.ZipFile(wheel)
    archive.extract(PLACE + "left-out.txt", tmp_path)
    listed = shipped.left_out(tmp_path / PLACE)
    inside = {
        name.split("/")[3] for name in archive.namelist() if name.startswith(PLACE + "results/")
    }
    with tarfile.open(sdist) as source:
        parts = [name.split("/") for name in source.getnames()]
    results = {part[2] for part in parts if part[1:2] == ["results"] and len(part) > 2}
    assert inside | listed >= results >= inside
    assert not inside & listed
    assert {"offline-60-tight", "pressure", "n100", "notebooks"} <= listed


def test_the_tree_is_no_installed_package() -> None:
    assert not shipped.INSTALLED
    assert shipped.ROOT == shipped.TREE == shipped.home()
    shipped.need_tree("notebooks")
