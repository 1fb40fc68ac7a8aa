"""06: the whole notebook on a small real run at both budgets."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.report import figures, hygiene


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The small run that the tests of hygiene use, at 1,200 words and at 150."""
    place = Path(__file__).parents[1] / "harness" / "conftest.py"
    spec = importlib.util.spec_from_file_location("hygiene_conftest", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folder = tmp_path_factory.mktemp("hygiene")
    return (
        module.make_hygiene_run(folder / "wide"),
        module.make_hygiene_run(folder / "narrow", words=150),
    )


def parameters(runs: tuple[Path, Path]) -> dict[str, str]:
    return {"source": str(runs[0]), "tight": str(runs[1]), "agent": "reader-literal"}


def test_every_number_is_recorded_and_every_figure_saved(
    run: Callable[..., dict[str, Any]], runs: tuple[Path, Path], out: Path
) -> None:
    found = run("06-hygiene", **parameters(runs))
    assert found["label"] == "simulated reader"
    assert found["budgets"] == ["6 items, 1,200 words", "6 items, 150 words"]
    assert found["ideal/useful_precision"] == 1
    assert found["B0/useful_precision"] == "undefined"
    assert found["B0/useful_recall"] == 0
    assert "undefined" in found["anchors"][-1]
    assert found["unexplained"] == 0
    assert {row["condition"] for row in found["repairs"]} >= {"DF-rules", "DF-hybrid-rules"}
    assert len(found["stories"]) <= 3
    saved = {path.name for path in (out / "figures").iterdir()}
    for figure in ("hygiene-map", "exposures", "budgets"):
        assert {f"wide-{figure}.{kind}" for kind in ("png", "pdf", "csv", "txt")} <= saved


def test_the_map_counts_what_the_cells_count(runs: tuple[Path, Path]) -> None:
    loaded = hygiene.load(str(runs[0]))
    drawing = figures.hygiene_map(loaded)
    cells = loaded.frames.cells
    for row in drawing.data.to_dict("records"):
        part = cells[
            (cells["condition"] == row["condition"]) & (cells["construct"] == row["construct"])
        ]
        assert row["needed"] == part["needed"].sum()
        assert row["needed_shown"] == part["needed_shown"].sum()
        assert row["harm_cells"] == (part["harm_shown"] > 0).sum()
    assert "simulated reader" in drawing.alt
    assert "6 items, 1,200 words" in drawing.alt


def test_a_tight_budget_shows_no_more_words_and_never_more_needed_facts_of_whole_notes(
    runs: tuple[Path, Path],
) -> None:
    wide, tight = (hygiene.load(str(folder)) for folder in runs)
    for folder, most in ((wide, 1200), (tight, 150)):
        sessions = folder.frames.sessions
        assert sessions["words"].max() <= most
    table = hygiene.budget_table(wide, tight, "reader-literal").set_index("condition")
    both = table[["needed shown, needs, 1,200", "needed shown, needs, 150"]].astype("float64")
    assert (both.loc["B5"].iloc[1]) <= (both.loc["B5"].iloc[0])


def test_stories_tell_the_cell_that_was_run(runs: tuple[Path, Path]) -> None:
    loaded = hygiene.load(str(runs[0]))
    chosen = hygiene.choose_cells(loaded, "DF-hybrid-rules", "B5", "reader-literal")
    assert chosen
    cells = loaded.frames.cells.set_index(["condition", "agent", "trap_id", "seed"])
    for story in hygiene.stories(loaded, chosen):
        assert story.life.same
        key = story.chosen.key
        assert bool(cells.loc[tuple(key), "passed"]) == ("let it" not in story.chosen.why)
        shown = story.read()
        assert shown
        page = story._repr_html_()
        for step in range(1, 6):
            assert f"{step} · What" in page
        assert story.wrote().startswith("---") or "@@" in story.wrote()


def test_the_published_fold_has_no_hygiene_of_ours() -> None:
    with pytest.raises(BadInput, match="name a sealed run"):
        hygiene.load("published")


def test_an_unknown_second_run_is_one_sentence(
    start: Callable[..., None], runs: tuple[Path, Path]
) -> None:
    with pytest.raises(BadInput, match="unknown source 'nowhere'"):
        start("06-hygiene", **{**parameters(runs), "tight": "nowhere"})
