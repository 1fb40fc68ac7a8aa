"""Conformance in plans: a refused memory keeps its slot at p = 1; controls that drift are seen."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from dreambench_lib.errors import BadInput
from dreambench_lib.memory.conformance.records import Conformance, Report
from dreambench_lib.report.frames import load
from dreambench_lib.report.places import ROOT
from dreambench_lib.report.plans import evaluate_source, freeze, paths, read_frozen
from dreambench_lib.report.plans.drift import drift
from dreambench_lib.report.plans.evidence import FramesEvidence
from tests.report.test_plans import PUBLISHED

AUDIT = ROOT / "results" / "external-audit.toml"
STUDY = """
name = "study"
[conformance]
DF-hybrid-rules = "probe.json"
[[family]]
name = "main"
agent = "reader-careful"
slots = [
  { label = "H1", first = "B5", second = "B0" },
  { label = "H2", first = "DF-hybrid-rules", second = "B0" },
]
[[claim]]
id = "H2"
slot = "H2"
test = "difference"
says = "The probe passes more than nothing."
"""


def record(folder: Path, **said: object) -> Conformance:
    """A report of the probe, written as the command writes it."""
    told = {"condition": "DF-hybrid-rules", "code": "c", "suite": "1-a", "verdict": "admitted"}
    made = Conformance.model_validate({**told, **said})
    report = Report(conformance=made, digest=made.digest, seconds=1.0, findings=())
    (folder / "probe.json").write_text(report.model_dump_json(indent=1))
    return made


@pytest.fixture
def study(tmp_path: Path) -> Path:
    record(tmp_path)
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    return path


def test_an_admitted_memory_takes_its_slot_and_the_record_is_named(study: Path) -> None:
    state = freeze(study)
    assert not any(slot.unavailable for slot in state.plan.families[0].slots)
    (admitted,) = state.plan.admissions
    assert admitted.record == record(study.parent).digest
    assert "admissions" in paths(study).frozen.read_text()


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"verdict": "rejected", "reasons": ("limit: ignored",)}, "was rejected .*: limit"),
        ({"verdict": "unavailable", "reasons": ("no server",)}, "is unavailable .*: no server"),
        ({"lossy": "It forgets."}, "admitted with an excuse .*: lossy by design. It forgets"),
    ],
)
def test_a_refused_memory_stays_at_p_1(
    study: Path, run_folder: Path, said: dict[str, object], why: str
) -> None:
    record(study.parent, **said)
    held = evaluate_source(load(str(run_folder)), freeze(study)).evaluation
    slots = held.families["main"]
    assert (slots["H2"].raw, slots["H2"].adjusted, slots["H2"].available) == (1, 1, False)
    assert slots["H1"].adjusted == min(1, 2 * slots["H1"].raw)
    assert held.of("H2").state == "not evaluable"
    assert re.search(why, held.reasons["main", "H2"])


def test_a_refused_memory_cannot_be_frozen_as_available(study: Path) -> None:
    record(study.parent, verdict="rejected", reasons=("limit: ignored",))
    freeze(study)
    frozen = paths(study).frozen
    told = json.loads(frozen.read_text())
    told["families"][0]["slots"][1]["unavailable"] = ""
    frozen.write_text(json.dumps(told))
    with pytest.raises(BadInput, match="slot 'H2' has no outcome to wait for"):
        read_frozen(frozen)


def test_records_are_checked(study: Path) -> None:
    place = study.parent / "probe.json"
    told = json.loads(place.read_text())
    told["conformance"]["suite"] = "1-b"
    place.write_text(json.dumps(told))
    with pytest.raises(BadInput, match=r"probe\.json was edited"):
        freeze(study)
    record(study.parent, condition="B5")
    with pytest.raises(BadInput, match="is the record of B5, not of DF-hybrid-rules"):
        freeze(study)
    place.write_text("{}")
    with pytest.raises(BadInput, match=r"probe\.json is no conformance report"):
        freeze(study)
    study.write_text(STUDY.replace('"probe.json"', "1"))
    with pytest.raises(BadInput, match=r"conformance in study\.toml is no table"):
        freeze(study)
    assert not paths(study).frozen.exists()


def test_plans_without_records_keep_their_bytes() -> None:
    assert "admissions" not in paths(PUBLISHED).frozen.read_text()
    assert freeze(PUBLISHED / "plan.toml").digest == read_frozen(PUBLISHED).digest


def test_the_external_audit_is_frozen_as_it_is_declared() -> None:
    state = freeze(AUDIT)
    first, second = state.plan.families
    assert [slot.first for slot in first.slots] == [
        "B5", "DF-hybrid-rules", "B5-MEM0-LIT", "B5-MEM0", "B5-SM-LOCAL", "B5-SM-LOCAL-DOC",
    ]  # fmt: skip
    assert {slot.second for slot in first.slots} == {"B0"}
    assert [bool(slot.unavailable) for slot in first.slots] == [False] * 3 + [True] * 3
    assert all(slot.unavailable for slot in second.slots)
    for one in state.plan.admissions:
        place = AUDIT.parent / "conformance" / f"{one.condition}.json"
        assert Report.model_validate_json(place.read_text()).conformance.digest == one.record


def test_controls_that_drift_fail_the_gate(run_folder: Path, tmp_path: Path) -> None:
    frames = load(str(run_folder))
    same = FramesEvidence(frames).measure(f"drift from {run_folder}", "B5", "all")
    assert same == 0
    other = tmp_path / "other"
    shutil.copytree(run_folder, other)
    table = other / "cells.csv"
    lines = table.read_text().splitlines()
    rows = [line.split(",") for line in lines[1:]]
    place = lines[0].split(",").index("passed")
    for row in rows:
        row[place] = "0" if row[0] == "B5" else row[place]
    table.write_text("\n".join([lines[0], *map(",".join, rows)]) + "\n")
    cells = frames.outcomes[frames.outcomes["condition"] == "B5"]
    found = drift(frames, f"drift from {other}", "B5", "all")
    assert found is not None
    assert found > 0
    assert float(found) == pytest.approx(cells["passed"].mean())
    assert drift(frames, "drift from nowhere", "B5", "all") is None
    assert drift(frames, f"drift from {other}", "B9", "all") is None


def test_a_fold_that_nobody_has_cannot_be_frozen(study: Path) -> None:
    gate = """
[[gate]]
id = "drift"
says = "No drift."
demands = [{ measure = "drift from nowhere", of = "B0", at_most = "0.1" }]
"""
    study.write_text(STUDY + gate)
    with pytest.raises(BadInput, match="unknown source 'nowhere'"):
        freeze(study)
