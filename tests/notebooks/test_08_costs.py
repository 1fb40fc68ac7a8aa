"""08: the whole notebook on a run without a model, and its parameters."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.report import costs


def test_a_run_without_a_model_costs_nothing_and_says_so(
    run: Callable[..., dict[str, Any]], run_folder: Path
) -> None:
    found = run("08-costs", source=str(run_folder))
    assert (found["calls"], found["tokens"]) == (0, 0)
    assert found["label"] == "simulated reader"
    assert found["warm-up/reader-careful"] == "no session of B0, gate 0.80: not known"
    assert found["printed/DF-hybrid"] == costs.printed_costs().of("DF-hybrid").each
    assert found["printed/DF-hybrid/divided by"] == 395
    assert found["printed/A2/divided by"] is None
    assert len(found["printed/defects"]) == 6


def test_the_published_fold_and_wrong_parameters(
    start: Callable[..., None], tmp_path: Path
) -> None:
    start("08-costs", source="published", prices=None)
    with pytest.raises(BadInput, match="unknown source 'nowhere'"):
        start("08-costs", source="nowhere")
    with pytest.raises(BadInput, match=r"price file none\.toml cannot be read"):
        start("08-costs", prices=str(tmp_path / "none.toml"))
    with pytest.raises(BadInput, match="a number between 0 and 1"):
        start("08-costs", level=95)
