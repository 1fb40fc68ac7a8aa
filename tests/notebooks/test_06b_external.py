"""06b: the whole notebook on a small real run that carries the plan."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.plan import make_plan
from dreambench_lib.harness.run import run as run_cells
from dreambench_lib.harness.seal import seal
from dreambench_lib.report import external, figures
from dreambench_lib.report.external import published
from dreambench_lib.report.external.source import RECORDS, stand_ins

AGENTS = ["reader-literal", "reader-careful"]
PLAN = "external-audit"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three conditions of ours on a trap of each block; no memory from outside is needed."""
    folder = tmp_path_factory.mktemp("external") / "small"
    traps = ["C3-withdrawn", "C9-upload"]
    plan, key = make_plan(["B0", "B5", "DF-hybrid-rules"], AGENTS, traps, [1], key="b8" * 32)
    run_cells(plan, key, folder, workers=2, cache=None)
    seal(folder)
    return folder


def test_every_verdict_and_outcome_is_recorded(
    run: Callable[..., dict[str, Any]], small: Path, out: Path
) -> None:
    found = run("06b-external", source=str(small), audited=str(small))
    for path in RECORDS.glob("*.json"):
        told = json.loads(path.read_text(encoding="utf-8"))["conformance"]
        assert found[f"{told['condition']}/verdict"] == told["verdict"]
        assert found[f"{told['condition']}/fit for a slot"] is (
            told["verdict"] == "admitted" and not told["lossy"]
        )
    assert found["label"] == "simulated reader"
    assert found["status"].startswith("exploratory")
    assert (found["plan/family A/slots"], found["plan/family B/slots"]) == (6, 2)
    assert found["plan/A3"] == "not evaluable"
    assert found["plan/A5"] == "not evaluable"
    assert found["B5/reader-careful/needs/passed"].endswith("/1")
    saved = {path.name for path in (out / "figures").iterdir()}
    assert saved == {f"small-external.{kind}" for kind in ("png", "pdf", "csv", "txt")}


def test_outcomes_are_those_of_the_cells(small: Path) -> None:
    audit = external.load(str(small), PLAN)
    cells = audit.frames.cells
    assert len(audit.outcomes) == 8
    for one in audit.outcomes:
        block = cells[(cells["agent"] == one.agent) & (cells["block"] == one.block)]
        passed = block[block["passed"].astype(bool)]["condition"]
        assert one.passed == (passed == one.condition).sum()
        base = int((passed == "B0").sum())
        assert one.passed - base == one.test.D
    drawing = figures.external_outcomes(audit)
    assert set(drawing.data["verdict"]) == {"admitted"}
    assert "simulated reader" in drawing.alt
    assert "No memory from outside" in external.read_outcomes(audit, "reader-careful")


def test_the_frozen_audit_is_planned_and_its_slots_are_all_counted() -> None:
    held = external.load("external-60", PLAN, "external-planned").held
    assert held.status.startswith("planned")
    families = held.evaluation.families
    assert {name: [slot for slot, one in slots.items() if one.rejected]
            for name, slots in families.items()} == {"A": ["A1", "A2", "A3"], "B": []}  # fmt: skip
    assert all(one.adjusted == 1 for one in families["A"].values() if not one.available)
    assert len(families["A"]) == 6


def test_costs_say_where_they_come_from(small: Path) -> None:
    audit = external.load(str(small), PLAN)
    kept = {name: one for name, one in audit.reports.items() if name != "B5"}
    less = external.External(audit.hygiene, audit.held, kept)
    rows = {row[0]: row for row in external.cost_table(less).cells}
    assert rows["B5"][-3:] == ["not measured"] * 3
    cost = next(one for one in audit.reports["DF-hybrid-rules"].findings if one.id == "cost")
    assert rows["DF-hybrid-rules"][-2] == f"{cost.figures['read ms']:,.1f}"
    assert rows["B0"][3] == "0"
    assert "2 of 3 conditions" in external.read_cost(less)


def test_the_published_counts_stand_beside_and_the_band_is_the_plans(small: Path) -> None:
    audit = external.load(str(small), PLAN)
    assert float(published.band(audit)) == 0.05
    rows = {row[0]: row[1:] for row in external.published_table(audit).cells}
    assert rows["B0"] == ["21/180", "21/180", "+0.000", "yes"]
    assert rows["B5"] == ["89/180", "82/180", "-0.039", "yes"]
    assert rows["DF-hybrid"] == ["95/180", "83/180", "-0.067", "no"]
    assert rows["B5-MEM0-LIT"] == ["–", "97/180", "–", "showed nothing in v2"]
    assert published.silent() == {"B5-MEM0", "B5-MEM0-LIT"}


def test_a_stand_in_is_named_and_a_named_embedder_is_none() -> None:
    assert stand_ins("B5-MEM0-LIT") == "Stand-in embedder (hashed words)"
    assert stand_ins("B5-MEM0-LIT+minilm") == ""
    assert stand_ins("B5-MEM0-rules").startswith("Stand-in extractor")
    assert stand_ins("B5") == ""


def test_wrong_parameters_are_one_sentence(start: Callable[..., None], small: Path) -> None:
    with pytest.raises(BadInput, match="unknown source 'nowhere'"):
        start("06b-external", source="nowhere")
    with pytest.raises(BadInput, match="freeze the plan first"):
        start("06b-external", source=str(small), plan="nowhere")
