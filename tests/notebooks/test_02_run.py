"""02: a part of the frozen plan, run in the sandbox, sealed, and compared cell by cell."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.report.again import read_again, same_records
from dreambench_lib.report.frames import load
from dreambench_lib.report.rerun import Again, plan_of, run_again
from dreambench_lib.report.steps import OFFLINE

KEYS = ["condition", "agent", "trap_id", "seed"]


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="needs bubblewrap")
def test_a_part_gives_the_frozen_cells(run: Callable[..., dict[str, Any]], out: Path) -> None:
    trap = load(OFFLINE).trap_ids[0]
    found = run(
        "02-run",
        out="part",
        conditions=["B0", "B5"],
        agents=["reader-careful"],
        traps=[trap],
        seeds=[1, 2],
        workers=1,
    )
    assert found["same_root"] is None
    assert (found["cells"], found["excluded"]) == (4, 0)
    assert (found["compared"], found["equal"]) == (4, 4)
    part = load(out / "runs" / "part").cells.set_index(KEYS)["passed"]
    whole = load(OFFLINE).cells.set_index(KEYS)["passed"]
    assert part.equals(whole.reindex(part.index))


def test_unknown_run_is_one_sentence(start: Callable[..., None]) -> None:
    with pytest.raises(BadInput, match="unknown source 'offline-61': did you mean 'offline-60"):
        start("02-run", run="offline-61")


def test_published_cannot_be_run_again() -> None:
    with pytest.raises(BadInput, match="published has no plan that could be run again"):
        plan_of("published")


def test_the_whole_plan_is_the_frozen_plan() -> None:
    again = plan_of(OFFLINE)
    assert again.frozen_root == load(OFFLINE).manifest["root"]
    assert plan_of(OFFLINE, seeds=[1]).frozen_root is None


def test_a_folder_of_another_plan_is_left_alone(out: Path) -> None:
    part = {"conditions": ["B0"], "agents": ["reader-literal"], "traps": ["C9-upload"]}
    first = run_again(plan_of(OFFLINE, **part, seeds=[1]), "mine", workers=1)
    before = {path.name: path.read_bytes() for path in first.iterdir()}
    second = run_again(plan_of(OFFLINE, **part, seeds=[2]), "mine", workers=1)
    assert second != first
    assert before == {path.name: path.read_bytes() for path in first.iterdir()}
    third = run_again(plan_of(OFFLINE, **part, seeds=[1]), "mine", workers=1)
    assert third == first
    compared = same_records(third, OFFLINE)
    assert compared.to_dict("records") == [
        {"condition": "B0", "cells": 1, "in the frozen run": 1, "equal": 1, "differ": ""}
    ]
    assert "**equal**" in read_again(compared, OFFLINE)
    assert "differ" not in read_again(compared, OFFLINE)


def test_another_key_gives_other_records(out: Path) -> None:
    again = plan_of(OFFLINE, conditions=["B5"], agents=["reader-literal"], traps=["C9-upload"])
    plan, key = make_plan(["B5"], ["reader-literal"], ["C9-upload"], [1], key="5c" * 32)
    assert plan.commitment != again.plan.commitment
    compared = same_records(run_again(Again(plan, key, None), "other", workers=1), OFFLINE)
    assert compared["differ"].tolist() == ["reader-literal/C9-upload/1"]
    assert "**differ** from those" in read_again(compared, OFFLINE)
