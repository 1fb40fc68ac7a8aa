"""Conformance records that a plan names: their verdicts go into it, and into its families."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from dreambench_lib.errors import BadInput
from dreambench_lib.memory.conformance.records import Conformance, Report
from dreambench_lib.stats import Admission
from dreambench_lib.stats.admission import refused


def read_report(path: Path) -> Report:
    """A report as ``dreambench conformance … --json`` writes it; an edited one is a BadInput."""
    try:
        report = Report.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError):
        raise BadInput(
            f"{path.name} is no conformance report: make it with 'dreambench conformance NAME "
            f"--json {path.name}'"
        ) from None
    if report.digest != report.conformance.digest:
        raise BadInput(f"{path.name} was edited: make it anew with 'dreambench conformance'")
    return report


def admission(record: Conformance) -> Admission:
    """The verdict for a plan. A slot needs every byte: what was excused is a reason too."""
    why = "; ".join(record.reasons) or (f"lossy by design. {record.lossy}" if record.lossy else "")
    return Admission(
        condition=record.condition, verdict=record.verdict, why=why, record=record.digest
    )


def read_admissions(table: Any, plan: Path) -> list[Admission]:
    """The records of a plan's ``[conformance]`` table, condition to file, beside the plan."""
    if not isinstance(table, dict) or not all(isinstance(one, str) for one in table.values()):
        raise BadInput(f"conformance in {plan.name} is no table: write CONDITION = 'FILE.json'")
    found = []
    for name, file in table.items():
        record = read_report(plan.parent / file).conformance
        if record.condition != name:
            raise BadInput(
                f"{file} is the record of {record.condition}, not of {name}: name its own"
            )
        found.append(admission(record))
    return found


def with_reasons(families: list[Any], admissions: Sequence[Admission]) -> list[Any]:
    """The families as declared; a slot of a condition that was refused says so and stays."""
    return [
        {**one, "slots": [_slot(slot, admissions) for slot in one.get("slots") or ()]}
        for one in families
    ]


def _slot(slot: Any, admissions: Sequence[Admission]) -> Any:
    if not isinstance(slot, dict) or slot.get("unavailable"):
        return slot
    why = refused((slot.get("first", ""), slot.get("second", "")), admissions)
    return {**slot, "unavailable": why} if why else slot
