"""10: made-up outcomes, read from three forms, tested the same way, with every rule for holes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput


def test_defaults(run: Callable[..., dict[str, Any]], out: Path) -> None:
    found = run("10-your-outcomes")
    assert found["D"] == found["b"] - found["c"] > 0
    assert found["status"] == "exploratory"
    assert found["harbor_p_exact"] == found["p_exact"]
    assert set(found["missing"]) == {
        "complete-pairs", "common-seeds", "drop-clusters", "unpaired", "worst-case",
    }  # fmt: skip
    p = {rule: Fraction(value) for rule, value in found["missing"].items()}
    assert p["worst-case"] >= p["complete-pairs"]
    shown = [found["margins"][margin]["p"] for margin in ("1/20", "1/10", "1/5")]
    assert shown == sorted(shown, reverse=True)
    power = list(found["power"].values())
    assert power == sorted(power)
    assert (out / "figures" / "your-outcomes-null.csv").is_file()


def test_other_outcomes(run: Callable[..., dict[str, Any]]) -> None:
    found = run("10-your-outcomes", tasks=12, seed=9)
    assert found["tasks"] == 12


@pytest.mark.parametrize(
    ("parameters", "match"),
    [
        ({"tasks": 0}, "parameter tasks is 0"),
        ({"task": 5}, "did you mean 'tasks'"),
        ({"alpha": 1.5}, "give a number between 0 and 1"),
    ],
)
def test_bad_parameters_are_one_sentence(
    start: Callable[..., None], parameters: dict[str, Any], match: str
) -> None:
    with pytest.raises(BadInput, match=match):
        start("10-your-outcomes", **parameters)
