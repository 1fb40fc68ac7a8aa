"""A condition that asks a model: its calls are counted, and a model that is gone shows."""

from __future__ import annotations

import json

from dreambench_lib.memory.conformance import conform
from tests.memory.conformance.test_broken import told
from tests.memory.model_server import serving


def script(asked: str, number: int) -> str:
    """Says again what a note says; nothing is in conflict with anything."""
    if "no_conflict" in asked:
        return json.dumps({"relation": "no_conflict"})
    said = asked.rsplit("\n\n", 1)[1]
    fact = {"kind": "value", "about": "marker", "value": said.split()[0]}
    item = {"type": "semantic_project", "content": said, "fact": fact}
    return json.dumps({"items": [item]})


def test_calls_are_counted_and_a_model_that_is_gone_is_no_silence() -> None:
    with serving(script) as server:
        report = conform("DF-hybrid", patience=0.0, model=server.client())
    assert report.conformance.verdict == "admitted"
    cost = next(one for one in report.findings if one.id == "cost")
    assert cost.figures["calls a session"] >= 4
    assert cost.figures["tokens a session"] > cost.figures["calls a session"]
    assert "given none" not in cost.told
    said = told(report, "dead-backend")
    assert said.startswith("backend (connections: ")
    assert said.endswith("a write raises ModelFault")
