"""04: the exact test, bit-equal to the published one; the same notebook for a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput


def test_published(run: Callable[..., dict[str, Any]], out: Path) -> None:
    found = run("04-tests")
    assert found["p_exact"] == "271801/524288"
    assert found["p"] == 0.5184192657470703
    assert found["D"] == 6
    assert (found["all"]["b"], found["all"]["c"]) == (21, 15)
    assert found["family"][0]["Holm"] == 1.0
    assert all(row["difference"] == 0 for row in [*found["family"], *found["v1"]])
    assert (out / "figures" / "published-null.csv").is_file()


def test_the_published_plan_and_the_post_hoc_family(run: Callable[..., dict[str, Any]]) -> None:
    found = run("04-tests")
    assert found["all"]["status"] == "planned: P1 of v2"
    assert found["needs"]["status"] == found["hurts"]["status"] == "exploratory"
    states = {claim["id"]: claim["state"] for claim in found["plan"]["claims"]}
    assert [states[f"F{n}"] for n in range(1, 6)] == ["holds", "fails", "holds", "fails", "fails"]
    post_hoc = {row["slot"]: row for row in found["post_hoc"]}
    facts = {slot: (row["D"], f"{row['p float']:.3g}") for slot, row in post_hoc.items()}
    assert facts["P1"] == (-3, "0.755")
    assert facts["P2"] == (-27, "0.00122")
    assert facts["P5"] == (24, "0.00361")
    assert {row["status"] for row in found["post_hoc"]} == {"exploratory"}
    assert {row["status"][:7] for row in found["family"]} == {"planned"}
    assert "The comparison was planned: P1 of v2." in found["claims"]


def test_a_run_has_blocks_only(run: Callable[..., dict[str, Any]], run_folder: Path) -> None:
    found = run(
        "04-tests",
        source=str(run_folder),
        first="DF-hybrid-rules",
        second="B5",
        agent="reader-careful",
    )
    assert found["D"] == found["needs"]["D"] == 6
    assert found["p_exact"] == "1/8"
    assert "all" not in found
    assert found["plan"] is None
    assert found["needs"]["status"] == "exploratory"
    assert any("exploratory" in claim for claim in found["claims"])
    assert found["v1"] == []


def test_unknown_condition_is_one_sentence(start: Callable[..., None]) -> None:
    with pytest.raises(BadInput, match="unknown condition in published 'DF-hybird': did you mean"):
        start("04-tests", first="DF-hybird")
