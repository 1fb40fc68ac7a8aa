"""The pressure study: counts by hand, exact pairs, and runs that cannot be compared."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreambench_lib.errors import BadInput
from dreambench_lib.report import figures
from dreambench_lib.report.columns import rows
from dreambench_lib.report.figures.pressure import spread
from dreambench_lib.report.pressed import Setting, load_study
from dreambench_lib.report.pressed_readings import read_changes, read_pressure, read_study
from dreambench_lib.report.pressed_tables import changes, counts_table, pressure_table


def test_settings_stand_in_order(study_folder: Path) -> None:
    study = load_study(study_folder)
    assert study.pressures() == [Setting(0, 0), Setting(3, 0), Setting(30, 0)]
    assert study.distractions() == [Setting(0, 0), Setting(0, 9)]
    assert study.plan == {"seeds": [1, 2], "commitment": "c"}
    assert "0, 3, 30 filler sessions" in read_study(study)
    assert "with 0, 9 distractors" in read_study(study)


def test_counts_are_those_of_the_cells(study_folder: Path) -> None:
    study = load_study(study_folder)
    table = pressure_table(study)
    for row in rows(table):
        cells = study.runs[Setting(row["pressure"], row["distractors"])].cells
        mine = cells[(cells["condition"] == row["condition"]) & (cells["block"] == row["block"])]
        assert row["cells"] == len(mine)
        assert row["passed"] == mine["passed"].sum() == row["needed facts shown"]
        assert row["useful items"] == mine[mine["shown"] > 0]["passed"].sum()
    wide = counts_table(table, "needs", "passed").set_index("condition")
    assert list(wide.columns) == ["N=0", "N=3", "N=30", "K=9"]
    assert wide.loc["B0"].tolist() == ["0/16"] * 4
    assert wide.loc["ideal"].tolist() == ["16/16"] * 4
    assert wide.loc["B5", "N=0"] == "10/16"


def test_a_change_is_tested_in_pairs(study_folder: Path) -> None:
    study = load_study(study_folder)
    table = pressure_table(study).set_index(["pressure", "distractors", "condition", "block"])
    found = changes(study).set_index("condition")
    assert "ideal" not in found.index
    for name, row in found.iterrows():
        light, heavy = (int(table.loc[(n, 0, name, "needs"), "passed"]) for n in (0, 30))
        assert (row["passed at 0"], row["passed at 30"], row["D"]) == (light, heavy, heavy - light)
        assert row["Holm"] >= row["p"]
    assert found.loc["B0", "p"] == Fraction(1)
    lost = int(found.loc["B5", "traps not tied"])
    assert found.loc["B5", "p"] == Fraction(2, 2**lost)
    text = read_changes(changes(study))
    assert "no evidence that pressure leaves" in text or "rejected" in text
    assert "B0 has equal counts at both ends." in text


def test_sentences_read_the_counts(study_folder: Path) -> None:
    study = load_study(study_folder)
    text = read_pressure(study, pressure_table(study))
    assert "**B0** shows nothing: 0 of 16 throughout." in text
    assert "**B5**: 10 of 16 passed at 0," in text
    assert "ideal" not in text
    hurts = read_pressure(study, pressure_table(study), "hurts")
    assert "a harmful fact shown in 4, then in 4 cells" in hurts


def test_the_figure_names_every_curve(study_folder: Path) -> None:
    study = load_study(study_folder)
    drawing = figures.pressure_curves(study)
    assert drawing.image("png") == figures.pressure_curves(study).image("png")
    for ax in drawing.figure.axes:
        told = {text.get_text() for text in ax.texts}
        assert told == {"B0", "B5", "recency-only", "DF-hybrid-rules", "ideal (ceiling)"}
    assert [t.get_text() for t in drawing.figure.axes[3].get_xticklabels()] == ["0", "9"]
    assert "simulated reader" in drawing.alt
    assert len(drawing.data) == 4 * 5 * 2


def change(folder: Path, **plan: object) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["plan"] |= plan
    path.write_text(json.dumps(manifest), encoding="utf-8")


def test_runs_that_cannot_be_compared_are_refused(study_folder: Path) -> None:
    change(study_folder / "n30", commitment="another")
    with pytest.raises(BadInput, match="differs from k9 in commitment: a study's runs share"):
        load_study(study_folder)


def test_two_runs_of_one_setting_are_refused(study_folder: Path) -> None:
    change(study_folder / "n30", pressure=3)
    with pytest.raises(BadInput, match="repeats another run's dials"):
        load_study(study_folder)


def test_an_unknown_study_lists_the_known_ones(study_folder: Path, out: Path) -> None:
    (out / "runs").mkdir(parents=True)
    study_folder.rename(out / "runs" / "squeeze")
    assert load_study("squeeze").name == "squeeze"
    with pytest.raises(BadInput, match="unknown study 'squeze': did you mean 'squeeze'"):
        load_study("squeze")


PLACES = st.lists(st.floats(0, 1), min_size=1, max_size=8)


@given(PLACES, st.booleans())
def test_labels_keep_their_order_and_distance(heights: list[float], floor: bool) -> None:
    places = {f"c{number}": height for number, height in enumerate(heights)}
    moved = spread(places, 0.1, least=0.0) if floor else spread(places, 0.1)
    order = sorted(places, key=lambda name: moved[name])
    assert [places[name] for name in order] == sorted(places.values())
    gaps = [moved[b] - moved[a] for a, b in pairwise(order)]
    assert all(gap >= 0.1 - 1e-9 for gap in gaps)
    if floor:
        assert min(moved.values()) >= 0
    else:
        assert sum(moved.values()) == pytest.approx(sum(places.values()))
