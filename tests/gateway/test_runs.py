"""Whole runs with a model: the command, the scripted server, the sandbox, the sealed folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.harness.gateway.budget import Caps
from dreambench_lib.harness.gateway.cassette import ReplayMismatch
from dreambench_lib.harness.gateway.settings import Live
from dreambench_lib.harness.plan import Plan, make_plan
from dreambench_lib.harness.run import run
from dreambench_lib.harness.verify import verify
from dreambench_lib.models import Endpoint
from tests.behaviours import How
from tests.gateway.scenes import KEY, SECRET, TRAPS, Go, behaviour, sealed
from tests.model_server import Fault, ModelServer, Say


def test_a_reader_that_reads_passes_where_memory_brings_the_fact(
    go: Go, traps: ModelServer
) -> None:
    folder, records = go()
    assert {key: record.passed for key, record in records.items()} == {
        ("B0", "C3-withdrawn"): False,
        ("ideal", "C3-withdrawn"): True,
        ("B0", "C9-upload"): True,
        ("ideal", "C9-upload"): True,
    }
    assert all(finding.passed for finding in verify(folder))
    used = [usage for record in records.values() for s in record.sessions for usage in s.work.usage]
    assert sum(usage.calls for usage in used) == len(traps.asked) > 0
    assert {usage.party for usage in used} == {"wake"}
    assert min(usage.input_tokens for usage in used) > 100
    head = json.loads((folder / "manifest.json").read_text())
    assert head["tier"] == "reader with a model"
    assert head["plan"]["model"]["model"] == "scripted-1"


@pytest.mark.parametrize(
    ("how", "passed"), [("solves", True), ("forgets", False), ("stale", False), ("babbles", False)]
)
def test_behaviours(go: Go, traps: ModelServer, how: How, passed: bool) -> None:
    traps.script = behaviour(how)
    _, records = go(conditions=("ideal",), only=["C3-withdrawn"])
    record = records["ideal", "C3-withdrawn"]
    assert record.passed == passed
    assert record.failed_party is None
    if how == "stale":
        failed = {check.kind for check in record.sessions[-1].verdict.checks if not check.passed}
        assert "forgetting" in failed


def test_a_replay_gives_the_same_bytes_in_another_folder(go: Go, traps: ModelServer) -> None:
    folder, _ = go()
    asked = len(traps.asked)
    traps.script = lambda asked: Fault(500)
    again, _ = go(out="again", replay=folder, workers=2)
    assert sealed(again) == sealed(folder)
    assert len(traps.asked) == asked


def test_a_replay_with_one_changed_prompt_stops_and_names_it(
    go: Go, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, _ = go()
    from dreambench_lib.agents.llm import prompts

    other = prompts.template("reader").replace("The change is written", "The change was written")
    monkeypatch.setattr(prompts, "template", lambda name: other)
    with pytest.raises(
        ReplayMismatch, match=r"body\.messages\[0\]\.content: recorded .*was written"
    ):
        go(out="again", replay=folder)


def test_a_runs_budget_stops_the_run_and_a_higher_one_resumes_it(
    go: Go, traps: ModelServer
) -> None:
    reads = traps.script
    # JSON with blanks behind it: a reply of more than 2,000 tokens.
    traps.script = lambda asked: Say(reads(asked).text + " " * 9_000)  # type: ignore[union-attr]
    with pytest.raises(Infra, match="the run's budget of 4000 tokens is used up"):
        go(caps=Caps(tokens=4000))
    assert len(traps.asked) == 1
    folder, records = go(caps=Caps(tokens=100_000))
    assert len(records) == 4
    assert all(finding.passed for finding in verify(folder))


def test_a_cells_budget_is_the_agents_outcome(go: Go, traps: ModelServer) -> None:
    _, records = go(conditions=("ideal",), cell_tokens=10)
    for record in records.values():
        assert not record.passed
        assert record.failed_party is None
        assert "cell's budget of 10 tokens" in (record.sessions[-1].work.error or "")
    assert traps.asked == []


def test_a_server_that_is_down_stops_the_run_and_keeps_what_is_done(
    go: Go, traps: ModelServer, tmp_path: Path
) -> None:
    reads = traps.script
    traps.script = lambda asked: reads(asked) if asked.number <= 2 else Fault(404)
    with pytest.raises(Infra, match=r"the model scripted-1 failed \(HTTP 404"):
        go()
    attempts = [json.loads(line) for line in (tmp_path / "run" / "attempts.jsonl").open()]
    assert [row["event"] for row in attempts] == ["start", "cell stopped", "stopped"]
    assert attempts[1]["cell"] == ["B0", "reader-llm", "C9-upload", 1]
    assert all("HTTP 404" in row["why"] for row in attempts[1:])
    traps.script = reads
    _, records = go()
    assert len(records) == 4


def test_the_key_is_nowhere(go: Go, traps: ModelServer, tmp_path: Path) -> None:
    go()
    assert traps.asked[0].headers["authorization"] == f"Bearer {SECRET}"
    found = [p for p in tmp_path.rglob("*") if p.is_file() and SECRET.encode() in p.read_bytes()]
    assert found == []


def test_what_cannot_work_is_said_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def planned(**end: Any) -> tuple[Plan, str]:
        model = Endpoint(model="m", **end)
        return make_plan(["B0"], ["reader-llm"], TRAPS, [1], key=KEY, model=model)

    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    out = tmp_path / "run"
    for plan, live, words in (
        (planned(key_env="NO_SUCH_KEY"), Live(folder=out), "set the environment variable NO_SUCH"),
        (planned(key_env="", base_url="http://u:p@h/v1"), Live(folder=out), "without user"),
        (planned(key_env=""), Live(folder=out, caps=Caps(money="1")), "needs the price of m"),
        (planned(), Live(folder=out, mode="replay", recorded=tmp_path), "has no cassette"),
    ):
        with pytest.raises(BadInput, match=words):
            run(*plan, out, live=live)
        assert not out.exists()
    with pytest.raises(BadInput, match="agent reader-llm needs a model"):
        make_plan(["B0"], ["reader-llm"], TRAPS, [1], key=KEY)


def test_a_program_from_outside_the_tree_is_an_agent(go: Go, traps: ModelServer) -> None:
    _, records = go(agent="tests.gateway.scenes:Shell", conditions=("B0",), only=["C3-withdrawn"])
    record = records["B0", "C3-withdrawn"]
    assert not record.passed
    assert record.failed_party is None
    last = record.sessions[-1]
    assert [(row["path"], row["text"]) for row in last.diff] == [("sessions.txt", "3\n")]
    assert last.work.output.rstrip().endswith("OK")
    assert traps.asked == []
