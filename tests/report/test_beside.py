"""A new memory against the frozen baselines: as if run together, or refused with the reason."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dreambench_lib.cli import app
from dreambench_lib.errors import BadInput
from dreambench_lib.harness.comparable import check_comparable, sealed_plan
from dreambench_lib.harness.folder import manifest
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.seal import seal
from dreambench_lib.report.comparing import compare_source
from dreambench_lib.report.sources import find

FROZEN = "offline-60"
AGENT = "reader-careful"
TRAPS = ["C1-envelope", "C3-withdrawn", "C9-upload"]
NEW = "tests.harness.spies:Spy"


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A memory that no frozen run has, and B5 beside it, on a part of the frozen mint."""
    folder = tmp_path_factory.mktemp("beside") / "mine"
    plan, key = make_plan(
        [NEW, "B5"], [AGENT], TRAPS, [1, 2], key=str(manifest(find(FROZEN))["key"])
    )
    run(plan, key, folder, workers=2)
    seal(folder)
    return folder


def test_a_frozen_condition_counts_as_if_it_had_been_run_along(mine: Path) -> None:
    told = CliRunner().invoke(app, ["compare", str(mine), NEW, "B5", "--with", FROZEN, "--json"])
    assert told.exit_code == 0, told.output
    across = json.loads(told.output)
    within = compare_source(str(mine), NEW, "B5")
    assert across["source"] == f"mine with {FROZEN}"
    assert (across["agent"], across["plan"]) == (AGENT, None)
    for block in ("needs", "hurts"):
        assert across[block] == within[block]
    assert across["needs"]["clusters"] == 2, "the frozen run's other traps are left out"
    assert across["needs"]["c"] > 0, "there is something to tell apart"


def test_a_frozen_condition_that_was_not_run_along_is_there_too(mine: Path) -> None:
    found = compare_source(str(mine), NEW, "ideal", beside=FROZEN)
    assert found["needs"]["c"] == 4, "the ideal memory passes where memory is needed"
    with pytest.raises(BadInput, match="unknown condition in mine"):
        compare_source(str(mine), "ideal", "B5", beside=FROZEN)
    with pytest.raises(BadInput, match="unknown condition in offline-60"):
        compare_source(str(mine), NEW, NEW, beside=FROZEN)


Change = Callable[[dict[str, Any]], object]
FIRST = "mine and offline-60"
REASONS: list[tuple[str, Change, str]] = [
    ("key", lambda p: p.update(commitment="0" * 64), f"{FIRST} were minted with different keys"),
    ("budget", lambda p: p["budget"].update(items=3), f"{FIRST} have different read budgets"),
    ("time", lambda p: p.update(timeout=1.0), f"{FIRST} have different time limits"),
    ("pressure", lambda p: p.update(pressure=3), f"{FIRST} have different pressure"),
    ("seed", lambda p: p["seeds"].append(9), r"offline-60 has no seed 9: run mine with its seeds"),
    ("trap", lambda p: p["traps"].append("C1-mine"), r"offline-60 has no trap C1-mine"),
    ("version", lambda p: p.update(trap_set="0" * 64), "traps of mine are not those of this vers"),
    ("prompts", lambda p: p.update(prompts="0" * 64), f"{FIRST} have different models or prompts"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "words"), [r[1:] for r in REASONS], ids=[r[0] for r in REASONS])
def test_what_does_not_agree_is_refused_and_named(
    mine: Path, tmp_path: Path, change: Change, words: str
) -> None:
    copy = shutil.copytree(mine, tmp_path / "mine")
    head = json.loads((copy / "manifest.json").read_text())
    change(head["plan"])
    (copy / "manifest.json").write_text(json.dumps(head))
    with pytest.raises(BadInput, match=words):
        check_comparable(copy, find(FROZEN), AGENT)


def test_an_agent_that_the_other_run_lacks_is_named(mine: Path) -> None:
    with pytest.raises(BadInput, match="offline-60 has no agent openai"):
        check_comparable(mine, find(FROZEN), "openai")


def test_the_key_that_would_do_is_told(mine: Path, tmp_path: Path) -> None:
    """It was revealed when the frozen run was sealed."""
    copy = shutil.copytree(mine, tmp_path / "mine")
    head = json.loads((copy / "manifest.json").read_text())
    head["plan"]["commitment"] = "0" * 64
    (copy / "manifest.json").write_text(json.dumps(head))
    with pytest.raises(BadInput, match=f"--key {manifest(find(FROZEN))['key']}"):
        check_comparable(copy, find(FROZEN), AGENT)


def test_what_is_no_run_of_ours_is_refused(mine: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="published was not run by this program"):
        sealed_plan(find("published"))
    (tmp_path / "o.csv").write_text("system,cluster,replicate,score\na,t,1,1\nb,t,1,0\n")
    with pytest.raises(BadInput, match="--with needs runs of this program"):
        compare_source(str(tmp_path / "o.csv"), "a", "b", beside=FROZEN)
