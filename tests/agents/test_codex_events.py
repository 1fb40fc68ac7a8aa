"""Codex's own words about its work: what goes into the log, and what counts as an error."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dreambench_lib.agents.cli.codex import catalog, log_of, options
from dreambench_lib.agents.cli.events import course
from dreambench_lib.agents.cli.witnessed import Told
from dreambench_lib.agents.protocol import Ran

DONE = {"type": "turn.completed", "usage": {"input_tokens": 10**9}}


def item(kind: str, **facts: Any) -> dict[str, Any]:
    return {"type": "item.completed", "item": {"id": "item_0", "type": kind, **facts}}


def command(line: str, status: int | None) -> dict[str, Any]:
    return item("command_execution", command=line, exit_code=status, aggregated_output="x 0.1s")


def told(*events: Any, ran: Ran | None = None, changed: bool = True) -> Told:
    return Told(ran or Ran(0, "", "", ""), tuple(("event", one) for one in events), changed)


PATCH = item(
    "file_change",
    status="completed",
    changes=[{"path": "/repo/a.py", "kind": "add"}, {"path": "b.py", "kind": "update"}],
)


def test_what_was_done_stands_in_the_log_in_order_and_no_output_does() -> None:
    log = log_of(
        told(
            {"type": "thread.started", "thread_id": "01a2"},
            command("ls\n -a", 0),
            PATCH,
            item("file_change", status="failed", changes=[]),
            item("mcp_tool_call", tool="look", status="failed"),
            item("error", message="no such\nthing"),
            item("agent_message", text="It is done."),
            DONE,
        )
    )
    assert log.error is None
    assert log.output.split("\n") == [
        "$ ls -a -> 0",
        "patch add a.py, update b.py",
        "patch refused",
        "look -> failed",
        "error: no such thing",
        "It is done.",
    ]
    # What was used is what the gateway counted, not what Codex says.
    assert log.usage == ()


FAILED = {"type": "turn.failed", "error": {"message": "stream closed"}}
KILLED = Ran(137, "", "", "")


@pytest.mark.parametrize(
    ("events", "ran", "changed", "error"),
    [
        ([command("a", 1), command("b", 0), DONE], None, False, None),
        ([command("a", 1), command("b", 127), DONE], None, True, None),
        ([command("a", 1), command("b", None), DONE], None, False, "every command failed (2)"),
        ([FAILED], Ran(1, "", "tail", ""), False, "the model failed: stream closed"),
        ([{"type": "turn.failed", "error": None}], None, False, "the model failed: no reason"),
        ([{"type": "error", "message": "HTTP 500"}], None, False, "the model failed: HTTP 500"),
        ([DONE, FAILED], None, True, "the model failed: stream closed"),
        ([command("a", 0)], None, True, "codex ended without completing its turn"),
        ([], None, False, "codex ended without completing its turn"),
        ([DONE], KILLED, True, "codex ended with status 137: it said nothing"),
        ([DONE], Ran(None, "", "", "timeout"), True, "timeout"),
        ([FAILED, DONE], None, True, None),
    ],
)
def test_status_0_is_not_believed(
    events: list[Any], ran: Ran | None, changed: bool, error: str | None
) -> None:
    log = log_of(told(*events, ran=ran, changed=changed))
    assert (log.error or "")[: len(error or "x")] == (error or "")


def test_an_empty_diff_and_failing_commands_are_told() -> None:
    log = log_of(told(command("a", 1), DONE, changed=False))
    assert log.output.split("\n")[1:] == [
        "[every command failed: 1]",
        "[the repository was left as it was]",
    ]


@pytest.mark.parametrize(
    "junk",
    [None, 1, "x", [], {}, {"type": 5}, {"type": "item.completed", "item": None},
     {"type": "item.completed", "item": {"type": "file_change", "changes": {"a": 1}}},
     {"type": "item.completed", "item": {"type": "file_change", "changes": [1, None]}},
     {"type": "turn.failed", "error": "text"}],
)  # fmt: skip
def test_what_is_no_event_harms_nothing(junk: Any) -> None:
    course([junk, DONE, junk])


def test_last_words_lose_what_no_two_runs_share() -> None:
    one = Ran(1, "", "2026-01-02T03:04:05.123Z failed after 12.5s at /tmp/tmpab12 0x7f00aa\n", "")
    other = Ran(1, "", "2027-11-12T13:14:15Z failed after 3 ms at /tmp/tmpzz 0x7f00ab\n\n", "")
    assert log_of(told(ran=one)).error == log_of(told(ran=other)).error
    assert "failed after" in (log_of(told(ran=one)).error or "")


def test_a_models_name_is_quoted_wherever_it_goes() -> None:
    said = options("http://127.0.0.1:8080/v1", 'a"b')
    assert r'model="a\"b"' in said
    assert json.dumps(catalog('a"b'))
    assert not [word for word in said if "key" in word.lower()]
