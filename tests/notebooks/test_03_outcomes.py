"""03: the same notebook for the published fold and for a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput


def test_published(run: Callable[..., dict[str, Any]], out: Path) -> None:
    found = run("03-outcomes", source="published")
    assert found["B5/published/all"] == "89 of 180"
    assert found["DF-hybrid/published/all"] == "95 of 180"
    assert found["DF-hybrid/published/hurts"] == "9 of 18"
    assert (found["cells"], found["excluded"]) == (3780, 0)
    assert set(found["withheld"].values()) == {"no human audit of these traps was published"}
    assert max(row["largest difference"] for row in found["printed"]) < 3 / 180
    names = {path.name for path in (out / "figures").iterdir()}
    assert {"published-outcomes.pdf", "published-rates.csv", "published-profile.png"} <= names


def test_a_run(run: Callable[..., dict[str, Any]], run_folder: Path) -> None:
    found = run("03-outcomes", source=str(run_folder))
    assert found["B5/reader-careful/needs"] == "15 of 24"
    assert found["label"] == "simulated reader"
    assert {row["block"] for row in found["rates"]} == {"needs", "hurts"}


def test_unknown_source_is_one_sentence(run: Callable[..., dict[str, Any]]) -> None:
    with pytest.raises(BadInput) as fault:
        run("03-outcomes", source="publishd")
    assert str(fault.value).startswith("03-outcomes: unknown source 'publishd': did you mean")
    assert "\n" not in str(fault.value)


def test_unknown_parameter_is_refused(run: Callable[..., dict[str, Any]], out: Path) -> None:
    with pytest.raises(BadInput, match="unknown parameter of 03-outcomes 'sorce'"):
        run("03-outcomes", sorce="published")
    assert not (out / "03-outcomes.ipynb").exists()
