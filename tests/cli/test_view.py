"""`dreambench view`: where the pages go, what opens, and one sentence when it cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.report.viewer.parts import part

Call = Callable[..., Any]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """36 cells of the frozen run."""
    folder = tmp_path_factory.mktemp("view") / "small"
    part(folder)
    return folder


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser was asked to open."""
    seen: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: seen.append(address))
    return seen


def test_it_writes_says_and_opens(
    dreambench: Call, opened: list[str], run: Path, tmp_path: Path
) -> None:
    result = dreambench("view", run, "--out", tmp_path / "out", "--no-stored")
    assert result.code == 0
    assert "36 cells, simulated reader" in result.out
    assert "--stored lives them through again" in result.out
    assert str(tmp_path / "out" / "index.html") in result.out.replace("\n", "")
    assert opened == [(tmp_path / "out" / "index.html").as_uri()]


def test_no_open_only_prints(
    dreambench: Call, opened: list[str], run: Path, tmp_path: Path
) -> None:
    words = ("--out", tmp_path / "out", "--no-open", "--conditions", "B5", "B0")
    result = dreambench("view", run, *words, "--no-stored")
    assert result.code == 0
    assert result.out.replace("\n", "").endswith(str(tmp_path / "out" / "compare.html"))
    assert opened == []


def test_pages_go_below_the_cache(
    dreambench: Call, opened: list[str], run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    assert dreambench("view", run, "--no-stored").code == 0
    assert (tmp_path / "dreambench" / "view" / "small" / "index.html").is_file()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--conditions", "B5", "B55"), "unknown condition in small 'B55'"),
        (("--against", "no-such-run"), "unknown run 'no-such-run'"),
        (("--out", "."), "is not empty and no run's pages: use another --out"),
    ],
)
def test_bad_input_is_one_sentence(
    dreambench: Call, run: Path, tmp_path: Path, words: tuple[str, ...], says: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text("mine")
    result = dreambench("view", run, "--no-open", "--out", tmp_path / "out", *words)
    assert result.code == 2
    assert says in result.err
    assert not (tmp_path / "out").exists()


def test_help_has_an_example(dreambench: Call) -> None:
    assert "dreambench view offline-60" in " ".join(dreambench("view", "--help").out.split())
