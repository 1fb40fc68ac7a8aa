"""Ten questions that a reviewer asks of the result, answered by the words of the rendered pages.

Answers are worked out here from the cells, not copied from a page.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pandas as pd
import pytest

from dreambench_lib.report import pairs
from dreambench_lib.report.frames import Frames, load
from dreambench_lib.report.render import render

Pages = Callable[[str], str]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """The text of a committed notebook's page, as somebody reads it: no code, no markup."""
    folder = tmp_path_factory.mktemp("review")
    read: dict[str, str] = {}

    def text(name: str) -> str:
        if name not in read:
            render(pairs.NOTEBOOKS / f"{name}.ipynb", folder / f"{name}.html")
            page = (folder / f"{name}.html").read_text(encoding="utf-8")
            page = re.sub(r"<style.*?</style>", "", page, flags=re.S)
            page = re.sub(r'<div class="\s*highlight.*?</div>', "", page, flags=re.S)
            read[name] = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())
        return read[name]

    return text


@pytest.fixture(scope="module")
def own() -> Frames:
    return load("offline-60")


@pytest.fixture(scope="module")
def published() -> Frames:
    return load("published")


def passed(frames: Frames, condition: str, block: str, agent: str) -> str:
    cells = frames.cells
    mine = cells[(cells["condition"] == condition) & (cells["agent"] == agent)]
    mine = mine[mine["block"] == block]
    return f"{int(mine['passed'].sum())}/{len(mine)}"


def test_1_did_a_language_model_make_these_numbers(pages: Pages) -> None:
    assert "simulated reader : a fixed policy without a model" in pages("00-start-here")
    assert "levels say nothing about language models" in pages("00-start-here")


def test_2_how_large_is_the_experiment(pages: Pages, own: Frames) -> None:
    size = f"{len(own.cells):,} outcomes over {own.cells['trap_id'].nunique()} traps"
    assert size in pages("03-outcomes")


def test_3_was_anything_left_out(pages: Pages, own: Frames) -> None:
    out = own.cells["failed_party"].isin(["infra", "referee"]).sum()
    assert ("No cell is left out." in pages("03-outcomes")) == (out == 0)


@pytest.mark.parametrize("block", ["needs", "hurts"])
def test_4_how_often_did_each_memory_pass(pages: Pages, own: Frames, block: str) -> None:
    for condition in ("B0", "B5", "DF-hybrid-rules", "ideal"):
        row = rf"{condition} reader-careful (\d+/\d+) [^]]*\] (\d+/\d+)"
        found = re.search(row, pages("03-outcomes"))
        assert found is not None
        shown = found[1 if block == "needs" else 2]
        assert shown == passed(own, condition, block, "reader-careful")


def test_5_is_the_published_difference_more_than_chance(pages: Pages, published: Frames) -> None:
    cells = published.cells.pivot_table(
        index=["trap_id", "seed"], columns="condition", values="passed", aggfunc="sum"
    )
    scores = (cells["DF-hybrid"] - cells["B5"]).groupby("trap_id").sum()
    ways = Counter({0: 1})
    for score in map(int, scores):
        flipped = [(total + sign, many) for total, many in ways.items() for sign in (score, -score)]
        ways = Counter()
        for total, many in flipped:
            ways[total] += many
    far = sum(many for total, many in ways.items() if abs(total) >= abs(scores.sum()))
    p = Fraction(far, 2 ** len(scores))
    page = pages("04-tests")
    assert f"{p.numerator}/{p.denominator} = {float(p):.4g}" in page
    assert "failed to reject" in page


def test_6_which_unit_was_tested_and_was_it_planned(pages: Pages) -> None:
    page = pages("04-tests")
    assert "the trap is the unit" in page
    assert "planned: P1 of v2" in page


def test_7_how_large_could_the_difference_be(pages: Pages) -> None:
    assert re.search(r"shifts from [+-]0\.\d+ to [+-]0\.\d+ are not rejected", pages("04-tests"))


def test_8_does_a_second_run_give_the_same(pages: Pages) -> None:
    assert re.search(r"All \d+ records are equal to those of offline-60", pages("02-run"))


def test_9_what_did_it_cost(pages: Pages, own: Frames) -> None:
    assert own.usage.empty
    assert f"In {len(own.cells):,} cells no model was called" in pages("08-costs")


def test_10_why_do_memories_fail(pages: Pages, own: Frames) -> None:
    cells: pd.DataFrame = own.cells
    mine = cells[(cells["condition"] == "B5") & (cells["agent"] == "reader-careful")]
    mine = mine[(mine["block"] == "needs") & (mine["seed"] == 1)]
    failed = int((mine["passed"] == 0).sum())
    found = re.search(
        rf"B5 failed {failed} of {len(mine)} cells: (\d+) would have passed without one of the "
        r"items shown, (\d+) lacked a needed fact, (\d+) had all",
        pages("11-why"),
    )
    assert found is not None
    assert sum(map(int, found.groups())) == failed
