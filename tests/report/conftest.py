"""A small run folder in the run format, with outcomes that a reader can check by hand."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

CONSTRUCTS = [f"C{number}" for number in range(1, 11)]
CONDITIONS = ("B0", "B5", "recency-only", "DF-hybrid-rules", "ideal")
AGENTS = ("reader-careful", "reader-literal")


def passes(condition: str, agent: str, number: int, seed: int) -> int:
    """B0 passes only C9 and C10; ideal everything; the others a pattern."""
    if condition == "ideal":
        return 1
    if condition == "B0":
        return int(number > 8)
    reach = {"B5": 4, "recency-only": 2, "DF-hybrid-rules": 6}[condition]
    return int((number + seed) % 8 < reach + (agent == "reader-careful")) if number < 9 else 0


def make_run(
    folder: Path,
    *,
    seeds: tuple[int, ...] = (1, 2, 3),
    agents: tuple[str, ...] = AGENTS,
    harder: int = 0,
    plan: Mapping[str, object] | None = None,
) -> Path:
    """Write the run's tables and manifest into `folder`.

    `harder` traps more than otherwise are failed by every condition that fails any.
    """

    def passed(condition: str, agent: str, number: int, seed: int) -> int:
        lost = harder if condition not in ("ideal", "B0") and number < 9 else 0
        return passes(condition, agent, number, seed) if number > lost else 0

    folder.mkdir(parents=True)
    traps = [
        {
            "trap_id": f"{construct}-demo",
            "construct": construct,
            "set": "core",
            "fixture": "ledger",
            "start": "clean" if number % 2 else "continue",
        }
        for number, construct in enumerate(CONSTRUCTS, 1)
    ]
    cells = [
        {
            "condition": condition,
            "agent": agent,
            "trap_id": f"{construct}-demo",
            "seed": seed,
            "passed": passed(condition, agent, number, seed),
            "failed_party": "",
            "shown": 0 if condition == "B0" else 6,
            "harm_shown": int(number > 8 and condition not in ("B0", "ideal")),
            "needed_shown": passed(condition, agent, number, seed),
            "needed": 1,
        }
        for condition in CONDITIONS
        for agent in agents
        for number, construct in enumerate(CONSTRUCTS, 1)
        for seed in seeds
    ]
    _write(folder / "traps.csv", traps)
    _write(folder / "cells.csv", cells)
    key = ("condition", "agent", "trap_id", "seed")
    recalls = [
        {**{name: cell[name] for name in key}, "session": 3, "rank": rank, "shown": 1,
         "facts": "mark.old:superseded" + "|mark.real:current" * (rank <= uses)}
        for cell in cells
        for uses in [int(str(cell["needed_shown"]))]
        for rank in range(1, int(str(cell["shown"])) + 1)
    ]  # fmt: skip
    _write(folder / "recalls.csv", recalls)
    manifest = {"run": folder.name, "schema": 1, "sealed": True, "tier": "simulated reader"}
    manifest |= {"plan": dict(plan)} if plan else {}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


SETTINGS = {"n0": (0, 0), "n3": (3, 0), "n30": (30, 0), "k9": (0, 9)}
LOST = {"n0": 0, "n3": 2, "n30": 6, "k9": 4}


def make_study(folder: Path) -> Path:
    """A pressure study in which the compared conditions lose `LOST` traps."""
    for name, (pressure, distractors) in SETTINGS.items():
        plan = {"seeds": [1, 2], "commitment": "c", "trap_set": name, "pressure": pressure}
        make_run(
            folder / name,
            seeds=(1, 2),
            agents=("reader-careful",),
            harder=LOST[name],
            plan={**plan, "distractors": distractors},
        )
    return folder


def _write(path: Path, rows: Sequence[Mapping[str, object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


@pytest.fixture
def run_folder(tmp_path: Path) -> Path:
    return make_run(tmp_path / "runs" / "small")


@pytest.fixture
def study_folder(tmp_path: Path) -> Path:
    return make_study(tmp_path / "runs" / "squeeze")


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Made files go to a folder of this test's own."""
    monkeypatch.setenv("DREAMBENCH_OUT", str(tmp_path / "out"))
    return tmp_path / "out"
