"""`openai`: the real SDK's tool loop in a real room, against the scripted server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from dreambench_lib.agents.llm.tool_loop import log_of
from dreambench_lib.agents.protocol import Ran
from dreambench_lib.errors import Infra
from dreambench_lib.harness.verify import verify
from tests.behaviours import How
from tests.gateway.scenes import SECRET, Go, behaviour, sealed
from tests.model_server import Fault, ModelServer, Say, Use


def last(records: Any) -> Any:
    [record] = records.values()
    assert record.failed_party is None
    return record


@pytest.fixture
def one(go: Go) -> Callable[..., Any]:
    """One cell of the tool loop; its record."""

    def start(**more: Any) -> Any:
        settings: dict[str, Any] = {"conditions": ("B0",), "only": ["C3-withdrawn"], **more}
        return last(go(agent="openai", **settings)[1])

    return start


def test_solving_forgetting_and_the_stale_fact(
    one: Callable[..., Any],
    traps: ModelServer,
) -> None:
    outcomes: dict[How, tuple[bool, list[str]]] = {}
    hows: list[How] = ["solves", "forgets", "stale"]
    for how in hows:
        traps.script = behaviour(how)
        record = one(out=how)
        verdict = record.sessions[-1].verdict
        failed = sorted({check.kind for check in verdict.checks if not check.passed})
        outcomes[how] = (record.passed, failed)
        assert record.sessions[-1].work.error is None
    assert outcomes["solves"] == (True, [])
    assert outcomes["forgets"] == (False, ["presence"])
    assert outcomes["stale"] == (False, ["forgetting", "presence"])


def test_what_a_session_leaves_behind(one: Callable[..., Any], traps: ModelServer) -> None:
    traps.script = behaviour("solves")
    record = one()
    work = record.sessions[-1].work
    assert "list" in work.output
    assert "test {} -> exit status 0" in work.output
    assert work.output.endswith('finished: {"summary": "done"}')
    [usage] = work.usage
    turns = sum(len(s.work.usage) and s.work.usage[0].calls for s in record.sessions)
    assert turns == len(traps.asked)
    assert usage.party == "wake"
    paths = {row["path"] for row in record.sessions[-1].diff}
    assert paths == {"ledger/closing.py", "tests/test_closing.py"}


def test_the_tests_can_be_run_inside(one: Callable[..., Any], traps: ModelServer) -> None:
    traps.script = lambda asked: Use("test", {}) if asked.turns == 0 else Say("done")
    one()
    result = traps.asked[-1].body["messages"][-1]
    assert result["role"] == "tool"
    assert result["content"].startswith("exit status 0")
    assert "OK" in result["content"]


def test_cheats_get_nothing(one: Callable[..., Any], traps: ModelServer) -> None:
    traps.script = behaviour("cheats")
    record = one()
    assert not record.passed
    told = "\n".join(
        str(message.get("content"))
        for asked in traps.asked
        for message in asked.body["messages"]
        if message.get("role") == "tool"
    )
    assert told.count("lies outside the repository") >= 3
    assert SECRET not in told
    # What steers a test runner is taken out of the change before anything is judged.
    assert record.sessions[-1].control_files == ("sitecustomize.py",)


def test_a_loop_is_out_of_turns(one: Callable[..., Any], traps: ModelServer) -> None:
    traps.script = lambda asked: Use("list", {"path": "."})
    record = one()
    assert record.sessions[-1].work.error == "out of turns"
    assert not record.passed


BAD = [
    (Use("fly", {"to": "the moon"}), "refused: there is no tool 'fly'"),
    (Use("read", "{"), "failed: "),
    (Use("read", "[1]"), "refused: the arguments are no object of texts"),
    (Use("read", {}), "refused: the argument 'path' is missing"),
    (Use("read", {"path": "no/such"}), "failed: "),
    (Use("read", {"path": "."}), "failed: "),
    (Use("replace", {"path": "ledger/__main__.py", "old": "", "new": "x"}), "refused: "),
    (Use("write", {"path": "/tmp/x", "content": ""}), "refused: "),
]


def test_a_bad_call_is_a_result_and_no_end(one: Callable[..., Any], traps: ModelServer) -> None:
    traps.script = lambda asked: BAD[asked.turns][0] if asked.turns < len(BAD) else Say("No.")
    record = one()
    told = [m["content"] for m in traps.asked[-1].body["messages"] if m["role"] == "tool"]
    assert len(told) == len(BAD)
    for result, (call, start) in zip(told, BAD, strict=True):
        assert result.startswith(start), call
    # An empty diff is judged like any other.
    assert record.sessions[-1].diff == ()
    assert record.sessions[-1].work.error is None
    assert not record.passed


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault("cut"), "a reply that broke off"),
        (Fault("garbage"), "a malformed reply"),
        (Fault(401), "HTTP 401"),
    ],
)
def test_a_provider_that_fails_is_no_outcome_of_the_agent(
    one: Callable[..., Any], traps: ModelServer, fault: Fault, words: str
) -> None:
    solves = behaviour("solves")
    traps.script = lambda asked: fault if asked.turns == 1 else solves(asked)
    with pytest.raises(Infra, match=f"the server of the model scripted-1 failed .{words}"):
        one()


def test_a_request_that_is_refused_is_the_agents(
    one: Callable[..., Any], traps: ModelServer
) -> None:
    solves = behaviour("solves")
    traps.script = lambda asked: Fault(400) if asked.turns == 1 else solves(asked)
    assert (one().sessions[-1].work.error or "").startswith("the model failed: ")


def test_a_cells_budget_in_the_middle_of_a_loop_and_of_its_replay(
    go: Go, traps: ModelServer
) -> None:
    traps.script = behaviour("solves")
    settings: dict[str, Any] = {"agent": "openai", "only": ["C3-withdrawn"], "conditions": ("B0",)}
    folder, records = go(cell_tokens=6_000, **settings)
    record = last(records)
    assert "cell's budget of 6000 tokens is used up" in (record.sessions[-1].work.error or "")
    assert not record.passed
    again, _ = go(out="again", replay=folder, cell_tokens=6_000, **settings)
    assert sealed(again) == sealed(folder)


def test_a_recorded_loop_replays_to_the_same_bytes(
    go: Go,
    traps: ModelServer,
) -> None:
    traps.script = behaviour("solves")
    settings: dict[str, Any] = {"agent": "openai", "only": ["C3-withdrawn"]}
    folder, records = go(**settings)
    assert [record.passed for record in records.values()] == [True] * 2
    assert all(finding.passed for finding in verify(folder))
    traps.script = lambda asked: Fault(500)
    again, _ = go(out="again", replay=folder, **settings)
    assert sealed(again) == sealed(folder)
    files = [p for p in folder.rglob("*") if p.is_file()]
    assert not [path for path in files if SECRET.encode() in path.read_bytes()]


def test_the_logs_errors() -> None:
    lines = json.dumps({"ended": "model failed", "why": "HTTP 500"})
    assert log_of(Ran(3, lines, "", "")).error == "the model failed: HTTP 500"
    assert log_of(Ran(None, "", "", "timeout")).error == "timeout"
    assert log_of(Ran(1, "x\n[1]\n", "Traceback: no\n", "")).error == (
        "the loop ended with status 1: Traceback: no"
    )
    assert log_of(Ran(0, "", "", "")).error is None
