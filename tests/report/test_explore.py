"""Choosing a cell: the page without a kernel, and the menus with one."""

from __future__ import annotations

import re

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.report.explore import Explorer
from dreambench_lib.report.explore.explorer import WIDGET
from dreambench_lib.report.frames import Frames, load
from dreambench_lib.report.normal import normalise


@pytest.fixture(scope="module")
def offline() -> Frames:
    return load("offline-60")


@pytest.fixture(scope="module")
def shown(offline: Frames) -> Explorer:
    return Explorer(offline, "B0", "C3-withdrawn", 2, "reader-careful")


def text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_the_page_tells_the_cell_that_was_chosen(offline: Frames, shown: Explorer) -> None:
    cells = offline.cells
    seeds = cells[
        (cells["condition"] == "B0")
        & (cells["agent"] == "reader-careful")
        & (cells["trap_id"] == "C3-withdrawn")
    ].sort_values("seed")
    told = text(shown.html())
    for seed, passed in zip(seeds["seed"], seeds["passed"], strict=True):
        assert f"seed {seed} {'passed' if passed else 'failed'}" in told
    assert "B0/reader-careful/C3-withdrawn/2" in told
    assert "simulated reader" in told
    assert "memory is needed" in told
    assert "0 items shown in all" in told


def test_choosing_another_condition_draws_the_page_anew(offline: Frames) -> None:
    explorer = Explorer(offline, "B0", "C3-withdrawn", 1, "reader-careful")
    menus, page = explorer.widget().children
    before = page.value
    condition = next(menu for menu in menus.children if menu.description == "condition")
    condition.value = "ideal"
    assert page.value != before
    assert "ideal/reader-careful/C3-withdrawn/1" in page.value
    assert explorer.choice.condition == "ideal"
    assert page.value == explorer.html()


def test_a_committed_notebook_keeps_the_page_and_no_widget(shown: Explorer) -> None:
    import nbformat.v4 as v4

    bundle = shown._repr_mimebundle_()
    assert WIDGET in bundle
    cell = v4.new_code_cell("it", outputs=[v4.new_output("display_data", data=bundle)])
    data = normalise(v4.new_notebook(cells=[cell])).cells[0].outputs[0].data
    assert set(data) == {"text/html", "text/plain"}
    assert "B0/reader-careful/C3-withdrawn/2" in data["text/html"]


def test_the_published_fold_says_that_it_has_no_sessions() -> None:
    published = load("published")
    trap, seed = published.trap_ids[0], published.seeds[0]
    told = text(Explorer(published, "B5", trap, seed).html())
    assert "its sessions are not published" in told
    assert f"seed {seed} " in told


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"condition": "B55"}, "unknown condition in offline-60 'B55': did you mean 'B5'"),
        ({"trap": "C3-withdrawm"}, "did you mean 'C3-withdrawn'"),
        ({"seed": 9}, "unknown seed in offline-60 '9'"),
        ({"agent": "nobody"}, "unknown agent in offline-60 'nobody'"),
    ],
)
def test_a_wrong_choice_is_named(offline: Frames, change: dict[str, object], words: str) -> None:
    given: dict[str, object] = {"condition": "B5", "trap": "C3-withdrawn", "seed": 1} | change
    with pytest.raises(BadInput, match=re.escape(words)):
        Explorer(offline, **given)  # type: ignore[arg-type]
