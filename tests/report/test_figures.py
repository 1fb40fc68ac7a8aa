"""Figures are judged by the data behind them, their words, and their bytes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import matplotlib as mpl
import pandas as pd
import pytest

from dreambench_lib.report import figures
from dreambench_lib.report.comparing import comparisons
from dreambench_lib.report.drawing import Drawing
from dreambench_lib.report.frames import Frames, load
from dreambench_lib.report.lineup import label

Draw = Callable[[Frames], Drawing]


def strip(frames: Frames) -> Drawing:
    tests = comparisons(frames, *_pair(frames))
    return figures.win_loss_strip(frames, {b: tests[b] for b in ("needs", "hurts")})


def null(frames: Frames) -> Drawing:
    block, one = next(iter(comparisons(frames, *_pair(frames)).items()))
    return figures.null_distribution(one, frames.origin, block)


def _pair(frames: Frames) -> tuple[str, str]:
    return ("DF-hybrid", "B5") if frames.published else ("DF-hybrid-rules", "B5")


ALL: list[Draw] = [
    figures.outcome_matrix,
    figures.pass_rates,
    figures.construct_profile,
    strip,
    null,
]


@pytest.mark.parametrize("draw", ALL)
def test_equal_data_gives_equal_bytes(draw: Draw, run_folder: Path) -> None:
    frames = load(run_folder).of("reader-careful")
    one, other = draw(frames), draw(frames)
    for kind in ("png", "pdf", "svg"):
        assert one.image(kind) == other.image(kind)


@pytest.mark.parametrize("draw", ALL)
def test_every_figure_says_its_source(draw: Draw, run_folder: Path) -> None:
    assert "simulated reader" in draw(load(run_folder).of("reader-literal")).alt
    assert "arXiv 2608.20664" in draw(load("published")).alt


def test_a_users_style_neither_leaks_in_nor_out(run_folder: Path) -> None:
    frames = load(run_folder)
    before = figures.pass_rates(frames).image("png")
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red"}):
        assert figures.pass_rates(frames).image("png") == before
        assert mpl.rcParams["font.size"] == 30


def test_rates_of_the_published_fold() -> None:
    data = figures.pass_rates(load("published")).data.set_index(["condition", "block"])
    assert data.loc[("B5", "all"), "passed"] == 89
    assert data.loc[("B5", "all"), "cells"] == 180
    assert data.loc[("DF-hybrid", "needs"), "passed"] == 86


def test_own_runs_have_two_blocks_and_no_total(run_folder: Path) -> None:
    for drawing in (figures.pass_rates(load(run_folder)), figures.outcome_matrix(load(run_folder))):
        assert set(drawing.data["block"]) == {"needs", "hurts"}
    assert list(comparisons(load(run_folder).of("reader-literal"), "B5", "B0")) == [
        "needs",
        "hurts",
    ]


def test_strip_adds_up_to_the_test() -> None:
    data = strip(load("published")).data
    assert (data["first_only"].sum(), data["second_only"].sum()) == (21, 15)
    assert data["score"].sum() == 6
    assert len(data) == 60


def test_null_distribution_shares_are_the_p() -> None:
    drawing = null(load("published"))
    far = drawing.data[drawing.data["extreme"]]
    total = sum(map(int, drawing.data["patterns"]))
    assert sum(map(int, far["patterns"])) * 524288 == 271801 * total
    assert "271801/524288" in drawing.alt


def test_saved_with_its_data_and_words(run_folder: Path, out: Path) -> None:
    drawing = figures.construct_profile(load(run_folder)).save("small-profile")
    folder = out / "figures"
    assert sorted(path.suffix for path in folder.iterdir()) == [".csv", ".pdf", ".png", ".txt"]
    again = pd.read_csv(folder / "small-profile.csv")
    assert again["passed"].sum() == drawing.data["passed"].sum()
    assert (folder / "small-profile.txt").read_text(encoding="utf-8") == drawing.alt + "\n"


def test_a_notebook_gets_picture_and_words(run_folder: Path) -> None:
    data, about = figures.pass_rates(load(run_folder))._repr_mimebundle_()
    assert data["image/png"].startswith(b"\x89PNG")
    assert about["image/png"]["alt"] == data["text/plain"] != ""


def test_many_conditions_leave_the_ablations_to_the_tables(run_folder: Path) -> None:
    cells = run_folder / "cells.csv"
    text = cells.read_text(encoding="utf-8")
    head, *rows = text.splitlines()
    mine = [row.removeprefix("B5,") for row in rows if row.startswith("B5,")]
    more = [f"A{number}-rules,{row}" for number in range(2, 14) for row in mine]
    more += [f"B{number},{row}" for number in range(6, 13) for row in mine]
    cells.write_text("\n".join([head, *rows, *more]) + "\n", encoding="utf-8")
    frames = load(run_folder)
    for draw in (figures.outcome_matrix, figures.pass_rates, figures.construct_profile):
        drawing = draw(frames)
        told = [text.get_text() for text in drawing.figure.texts]
        assert any("12 ablations stand in the tables only" in text for text in told)
        names = [tick.get_text() for tick in drawing.figure.axes[0].get_yticklabels()]
        assert "B12" in names
        assert not [name for name in names if name.startswith("A")]
        assert "A5-rules" in set(drawing.data["condition"])
        assert "A5-rules" not in drawing.alt


def test_a_control_is_no_ceiling() -> None:
    assert [label(name) for name in ("B5", "ideal", "random-k")] == [
        "B5",
        "ideal (ceiling)",
        "random-k (control)",
    ]


def test_excluded_cells_are_drawn_as_no_outcome(run_folder: Path) -> None:
    cells = run_folder / "cells.csv"
    text = cells.read_text(encoding="utf-8")
    cells.write_text(text.replace("C1-demo,1,0,,", "C1-demo,1,0,infra,", 1), encoding="utf-8")
    drawing = figures.outcome_matrix(load(run_folder))
    assert (drawing.data["failed_party"] == "infra").sum() == 1
    assert [text.get_text() for text in drawing.figure.legends[0].get_texts()][-1] == "no outcome"
