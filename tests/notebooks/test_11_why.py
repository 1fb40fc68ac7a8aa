"""11: the effects of single items, on a small real run whose ceiling cannot be harmed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run as run_plan
from dreambench_lib.harness.seal import seal
from dreambench_lib.report import why
from dreambench_lib.report.frames import load
from dreambench_lib.report.why.effects import Effects

CONDITIONS = ["B0", "B5", "recency-only", "ideal"]
TRAPS = ["C1-envelope", "C3-withdrawn", "C9-upload"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("why") / "told"
    plan, key = make_plan(CONDITIONS, ["reader-careful"], TRAPS, [1], key="a7" * 32)
    run_plan(plan, key, place, workers=2)
    seal(place)
    return place


@pytest.fixture(scope="module")
def found(folder: Path) -> Effects:
    return why.effects(load(folder), str(folder), CONDITIONS, "reader-careful", [1])


def test_every_cell_has_one_reason(found: Effects) -> None:
    for block, cells in (("needs", 2), ("hurts", 1)):
        for row in why.reason_table(found, block).to_dict("records"):
            assert row["cells"] == cells
            assert row["passed"] + row["harmed"] + row["missing"] + row["unused"] == cells


def test_reasons_agree_with_what_is_known(found: Effects) -> None:
    needs = {row["condition"]: row for row in why.reason_table(found, "needs").to_dict("records")}
    assert needs["ideal"]["passed"] == 2
    assert needs["B0"]["missing"] == 2
    assert set(found.items[found.items["condition"] == "B0"]["rank"]) == set()
    ideal = found.items[found.items["condition"] == "ideal"]
    assert "harmed" not in set(ideal["effect"])
    assert "carried" in set(ideal["effect"])


def test_a_harmful_item_is_named_and_told(found: Effects) -> None:
    harmed = found.items[found.items["effect"] == "harmed"]
    told = why.story(found)
    assert bool(told.cell) == bool(len(harmed))
    for row in harmed.to_dict("records"):
        assert (row["before"], row["after"]) == (False, True)
        assert row["checks"]
    table = why.story_table(told)
    assert len(table) == len(told.items)


def test_the_notebook_on_a_small_run(
    run: Callable[..., dict[str, Any]], folder: Path, out: Path
) -> None:
    told = run("11-why", source=str(folder), conditions=["B0", "ideal"])
    assert told["label"] == "simulated reader"
    assert {row["condition"]: row["passed"] for row in told["needs"]} == {"B0": 0, "ideal": 2}
    assert (out / "figures" / "told-why.csv").is_file()


def test_an_unknown_condition_is_one_sentence(folder: Path) -> None:
    with pytest.raises(BadInput, match="unknown condition in told 'B9'"):
        why.effects(load(folder), str(folder), ["B9"], "reader-careful", [1])
