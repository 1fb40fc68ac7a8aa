"""01: the trap set told under a public key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.trap_set import trap_set_digest
from dreambench_lib.report.claims import review_table
from dreambench_lib.report.trap_tables import trap_set


def test_core_set(run: Callable[..., dict[str, Any]], out: Path) -> None:
    found = run("01-traps", trap="C5-narrowed", seed=2)
    assert found["constructs"] == 10
    assert found["traps"] >= 10
    assert found["trap_set"] == trap_set_digest(trap_set("core").values())
    text = (out / "01-traps.ipynb").read_text(encoding="utf-8")
    assert "carries a fact that misleads" in text
    assert (out / "figures" / "traps-notes.csv").is_file()
    assert (out / "figures" / "traps-discrimination.csv").is_file()


def test_the_audit_and_the_readers_are_stated(run: Callable[..., dict[str, Any]]) -> None:
    found = run("01-traps", which="extended")
    assert found["audited"] == found["traps"]
    reviews = review_table(trap_set("extended"))
    assert found["read_by_people"] == int(reviews["read in full"].sum())
    assert [row["claims"] for row in found["reviews"]] == list(reviews["claims"])
    needs = [row for row in found["discrimination"] if row["block"] == "needs"]
    assert {row["passed always"] for row in needs if row["shown"] == "nothing"} == {0}
    assert all(r["never"] == 0 for r in needs if r["shown"] == "governing facts")


def test_a_short_key_is_one_sentence(start: Callable[..., None]) -> None:
    with pytest.raises(BadInput, match="key '1234'… is not 64 hexadecimal digits"):
        start("01-traps", key="1234")


def test_an_unknown_trap_is_one_sentence(start: Callable[..., None]) -> None:
    with pytest.raises(BadInput, match="unknown trap 'C3-withdrew': did you mean 'C3-withdrawn'"):
        start("01-traps", trap="C3-withdrew")
