"""Every condition that runs here: admitted, and what it loses by its own idea is said so."""

from __future__ import annotations

import pytest

from dreambench_lib.memory.conditions import CONDITIONS
from dreambench_lib.memory.conformance import conform

HERE = [
    entry.id
    for entry in CONDITIONS.values()
    if not entry.sealed and not entry.needs_model and not entry.apart
]


@pytest.mark.parametrize("name", HERE)
def test_a_shipped_condition_is_admitted(name: str) -> None:
    report = conform(name, patience=0.0)
    entry, found = CONDITIONS[name], report.conformance
    assert found.reasons == ()
    assert found.verdict == "admitted"
    excused = {one.id for one in report.findings if one.result == "by design"}
    assert excused <= {"read-back", "round-trip", "limit", "two-writers"}
    # Losing by design is nothing that only a table says: each that says so loses something.
    assert found.lossy == entry.forbids
    assert found.literal == (not entry.forbids)


@pytest.mark.parametrize("name", ["ideal", "DF"])
def test_what_cannot_be_had_is_unavailable_and_says_why(name: str) -> None:
    found = conform(name).conformance
    assert found.verdict == "unavailable"
    why = {"ideal": "made by the harness from sealed facts", "DF": "needs a model: name one with"}
    assert why[name] in found.reasons[0]
