"""One loader for published and own folds: same frames, and one sentence for what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.report import columns
from dreambench_lib.report.frames import load


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_published_fold_is_whole() -> None:
    frames = load("published")
    assert (len(frames.cells), len(frames.conditions), len(frames.trap_ids)) == (3780, 21, 60)
    assert frames.agents == ["published"]
    assert frames.seeds == [1, 2, 3]
    assert frames.published
    assert "2608.20664" in frames.label
    assert len(frames.excluded) == 0
    assert len(frames.outcomes) == 3780


def test_blocks_follow_constructs() -> None:
    sizes = load("published").traps.groupby("block").size().to_dict()
    assert sizes == {"needs": 54, "hurts": 6}


def test_published_start_is_in_our_words() -> None:
    starts = load("published").traps["start"].value_counts().to_dict()
    assert starts == {"": 30, "continue": 17, "clean": 13}


def test_own_run_has_the_same_columns(run_folder: Path) -> None:
    own, published = load(run_folder), load("published")
    assert list(own.cells.columns) == list(published.cells.columns)
    assert own.label == "simulated reader"
    assert not own.published
    assert own.source == "small"
    assert own.conditions[-1] == "ideal"


def test_tables_that_a_fold_lacks_are_empty_with_their_columns() -> None:
    frames = load("published")
    assert list(frames.recalls.columns) == list(columns.RECALLS)
    assert frames.recalls.empty
    assert list(frames.usage.columns) == list(columns.USAGE)
    assert frames.usage.empty


def test_only_infra_and_referee_failures_are_left_out(run_folder: Path) -> None:
    cells = run_folder / "cells.csv"
    edit(cells, "B0,reader-careful,C1-demo,1,0,,", "B0,reader-careful,C1-demo,1,0,infra,")
    edit(cells, "B0,reader-careful,C1-demo,2,0,,", "B0,reader-careful,C1-demo,2,0,agent,")
    frames = load(run_folder)
    assert frames.excluded.to_dict("records") == [
        {
            "condition": "B0",
            "agent": "reader-careful",
            "trap_id": "C1-demo",
            "seed": 1,
            "failed_party": "infra",
        }
    ]
    assert len(frames.outcomes) == len(frames.cells) - 1


def test_a_run_is_found_by_name_among_working_runs(run_folder: Path, out: Path) -> None:
    (out / "runs").mkdir(parents=True)
    run_folder.rename(out / "runs" / "mine")
    assert load("mine").source == "mine"


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("cells.csv", "trap_id", "trip_id", "lacks the column 'trap_id'"),
        ("cells.csv", "C1-demo,1,", "C1-demo,one,", "value in 'seed' that is no number"),
        ("cells.csv", "C1-demo,1,", "C99-demo,1,", "names trap 'C99-demo'"),
        ("cells.csv", "C1-demo,1,", "C1-demo,2,", "twice"),
        ("traps.csv", ",C4,", ",C44,", "unknown construct in traps.csv 'C44'"),
        ("manifest.json", "{", "[", "is missing or no JSON object"),
    ],
)
def test_a_damaged_run_gets_one_sentence(
    run_folder: Path, file: str, old: str, new: str, sentence: str
) -> None:
    edit(run_folder / file, old, new)
    with pytest.raises(BadInput) as fault:
        load(run_folder)
    assert sentence in str(fault.value)
    assert "\n" not in str(fault.value)
    assert str(run_folder.parent) not in str(fault.value)


def test_unknown_source_lists_the_known_ones() -> None:
    with pytest.raises(BadInput, match="did you mean 'published'"):
        load("publishd")


def test_another_agent_is_refused(run_folder: Path) -> None:
    with pytest.raises(BadInput, match="one of: reader-careful, reader-literal"):
        load(run_folder).of("reader-carefull")


def test_repr_says_what_it_is(run_folder: Path) -> None:
    frames = load(run_folder)
    assert repr(frames) == (
        "small: 300 cells (5 conditions × 2 agents × 10 traps × 3 seeds) · simulated reader"
    )
    assert "simulated reader" in frames._repr_html_()


def test_manifest_of_a_run_is_kept(run_folder: Path) -> None:
    sealed = json.loads((run_folder / "manifest.json").read_text(encoding="utf-8"))
    assert load(run_folder).manifest == sealed
