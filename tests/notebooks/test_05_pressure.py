"""05: the pressure study, on a small one with known losses and on the frozen one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput


def test_a_small_study(run: Callable[..., dict[str, Any]], study_folder: Path, out: Path) -> None:
    found = run("05-pressure", study=str(study_folder))
    assert found["label"] == "simulated reader"
    assert found["N0K0/B5/needs"] == "10 of 16"
    assert found["N30K0/ideal/needs"] == "16 of 16"
    assert found["N0K0/B5/needs/useful"] == 10
    assert {row["condition"] for row in found["changes"]} >= {"B0", "B5"}
    assert (out / "figures" / "squeeze-curves.csv").is_file()


def test_the_frozen_study(run: Callable[..., dict[str, Any]], out: Path) -> None:
    found = run("05-pressure")
    settings = {(row["pressure"], row["distractors"]) for row in found["settings"]}
    assert {(n, 0) for n in (0, 3, 10, 30, 100)} <= settings
    assert any(distractors for _, distractors in settings)
    rows = {
        (row["pressure"], row["distractors"], row["condition"]): row
        for row in found["table"]
        if row["block"] == "needs"
    }
    for (_, _, condition), row in rows.items():
        if condition == "ideal":
            assert row["passed"] == row["cells"]
        if condition == "B0":
            assert row["passed"] == row["items shown"] == 0
    assert {row["cells"] for row in rows.values()} == {rows[0, 0, "B5"]["cells"]}
    assert (out / "figures" / "pressure-curves.pdf").is_file()


def test_an_unknown_study_is_one_sentence(start: Callable[..., None]) -> None:
    with pytest.raises(BadInput, match="unknown study 'presure'"):
        start("05-pressure", study="presure")
