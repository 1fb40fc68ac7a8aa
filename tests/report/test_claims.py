"""Claims about a single construct are withheld unless people have read its traps and agree."""

from __future__ import annotations

import csv
from pathlib import Path

import pandas as pd
import pytest

from dreambench_lib.report.claims import (
    REVIEWS,
    read_review,
    review_table,
    withheld,
    withheld_table,
)
from dreambench_lib.report.frames import load
from dreambench_lib.report.rates import construct_rates
from dreambench_lib.report.readings import read_profile
from dreambench_lib.traps.load import load_traps
from dreambench_lib.traps.review.questions import HEADS, sheet_id

TEN = [
    "C1-envelope", "C2-operators", "C3-withdrawn", "C4-derived", "C5-narrowed", "C6-precedence",
    "C7-compose", "C8-reference", "C9-upload", "C10-foreign",
]  # fmt: skip
TRAPS = {name: load_traps()[name] for name in TEN}
GOOD = {"realistic": "yes", "leaks": "no", "duplicate": "no", "load_bearing": "yes", "deep": "yes"}


def reviewed(folder: Path, labels: dict[str, str], **answers: str) -> Path:
    """A filled table: `labels` by trap, all of them read in full unless `answers` say otherwise."""
    folder.mkdir(exist_ok=True)
    with (folder / "ann.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, HEADS)
        writer.writeheader()
        for name, label in labels.items():
            row = {"sheet": sheet_id(TRAPS[name]), "reviewer": "ann", "construct": label}
            writer.writerow({**row, **GOOD, **answers})
    return folder


@pytest.fixture
def ten_run(run_folder: Path) -> Path:
    """The small run under the names of the ten traps that stand for their constructs."""
    for name in ("cells.csv", "traps.csv"):
        text = (run_folder / name).read_text(encoding="utf-8")
        for trap in reversed(TEN):
            text = text.replace(f"{trap.split('-')[0]}-demo", trap)
        (run_folder / name).write_text(text, encoding="utf-8")
    return run_folder


def test_today_no_trap_was_read_by_anybody() -> None:
    """The honest state of the shipped set; a filled table in traps/reviews changes it."""
    table = review_table(load_traps())
    people = sorted(REVIEWS.glob("*.csv"))
    assert bool(table["labelled by people"].sum()) == bool(people)
    if not people:
        assert table["claims"].str.startswith("withheld: 0 of ").all()
        assert "**No person has audited any of the" in read_review(table)


def test_all_is_withheld_without_reviews(ten_run: Path, tmp_path: Path) -> None:
    frames = load(ten_run)
    kept_back = withheld(frames, tmp_path / "none")
    assert list(kept_back) == frames.constructs
    assert kept_back["C3"] == "0 of 1 traps deep-audited by people"
    text = read_profile(construct_rates(frames), frames, kept_back)
    assert "Nothing is claimed about any single construct" in text
    assert "lie furthest apart" not in text
    table = withheld_table(kept_back)
    assert table.values.tolist() == [[", ".join(frames.constructs), kept_back["C1"]]]


def test_what_people_read_and_agree_on_may_be_claimed(ten_run: Path, tmp_path: Path) -> None:
    frames = load(ten_run)
    reviews = reviewed(tmp_path / "r", {"C2-operators": "C2", "C3-withdrawn": "C3"})
    kept_back = withheld(frames, reviews)
    assert set(frames.constructs) - set(kept_back) == {"C2", "C3"}
    text = read_profile(construct_rates(frames), frames, kept_back)
    told = text.split("The fields are counts.")
    assert "C2" in told[0] or "C3" in told[0]
    assert not {"C1 ", "C9", "C10"} & set(told[0].replace("(", " ").split())
    assert "Nothing is claimed about 8 of the constructs" in told[1]


def test_a_label_that_people_contest_is_withheld(ten_run: Path, tmp_path: Path) -> None:
    reviews = reviewed(tmp_path / "r", {"C2-operators": "C1", "C3-withdrawn": "C3"})
    kept_back = withheld(load(ten_run), reviews)
    assert kept_back["C2"] == "1 unresolved"
    assert "C3" not in kept_back


def test_a_label_without_a_deep_reading_is_not_enough(ten_run: Path, tmp_path: Path) -> None:
    reviews = reviewed(tmp_path / "r", {"C2-operators": "C2"}, deep="no")
    assert withheld(load(ten_run), reviews)["C2"] == "0 of 1 traps deep-audited by people"
    text = read_review(review_table(TRAPS, reviews))
    assert text.startswith("People labelled 1 of 10 traps and read 0 in full; none are unresolved.")


def test_foreign_and_published_traps_are_withheld_as_such(run_folder: Path) -> None:
    assert set(withheld(load(run_folder)).values()) == {"traps that are not of this set"}
    published = withheld(load("published"))
    assert set(published.values()) == {"no human audit of these traps was published"}
    assert len(published) == 10


def test_nothing_withheld_is_an_empty_table() -> None:
    table = withheld_table({})
    assert isinstance(table, pd.DataFrame)
    assert list(table.columns) == ["no claim about", "because"]
    assert table.empty
