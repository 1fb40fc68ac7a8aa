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
    assert found["v1"] == []


def test_unknown_condition_is_one_sentence(start: Callable[..., None]) -> None:
    with pytest.raises(BadInput, match="unknown condition in published 'DF-hybird': did you mean"):
        start("04-tests", first="DF-hybird")
