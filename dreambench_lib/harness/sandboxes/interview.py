"""The outside half of a probe: ask, listen with caps, believe one exact frame only."""

from __future__ import annotations

import json
import os
import secrets
import time
from typing import Any, Protocol

from ...canonical import canonical
from ...traps.checks import Call, Run
from .base import Limits, Observation
from .listen import READY, Heard, Listener, Started

MAX_DEPTH = 50
REFUSALS = {
    "type": "result is not plain JSON",
    "depth": f"result is deeper than {MAX_DEPTH}",
    "float": "result holds a number that is not finite",
    "size": "result is too large",
}


class Start(Protocol):
    """Start a probe over ``question, answer, out, err`` (the ends for inside)."""

    def __call__(self, fds: list[int]) -> Started: ...


def interview(start: Start, probe: Call | Run, limits: Limits, seconds: float) -> Observation:
    """Run one probe to its end and say what was seen.

    Raises:
        SessionLost: if the sandbox ended or does not end what we killed.
    """
    deadline = time.monotonic() + max(seconds, 0.0)
    nonce = secrets.token_hex(16)
    ours, theirs = _pipes()
    try:
        try:
            started = start(theirs)
        finally:
            for fd in theirs:
                os.close(fd)
        lines = _lines(probe, nonce)
        heard = Listener(started, ours, lines, limits.output_bytes).listen(deadline)
    finally:
        for fd in ours:
            os.close(fd)
    return judge_call(heard, nonce) if isinstance(probe, Call) else judge_run(heard)


def _pipes() -> tuple[list[int], list[int]]:
    """Our and their ends of question, answer, out, err; ours never block."""
    ours, theirs = [], []
    for index in range(4):
        reading, writing = os.pipe()
        mine, other = (writing, reading) if index == 0 else (reading, writing)
        os.set_blocking(mine, False)
        ours.append(mine)
        theirs.append(other)
    return ours, theirs


def _lines(probe: Call | Run, nonce: str) -> tuple[bytes, bytes]:
    """What is said at once, and what only after `ready`."""
    if isinstance(probe, Run):
        return json.dumps({"run": probe.argv}).encode() + b"\n", b""
    module, _, name = probe.target.partition(":")
    question = {"nonce": nonce, "name": name, "args": probe.args}
    return json.dumps({"call": module}).encode() + b"\n", json.dumps(question).encode() + b"\n"


def _note(heard: Heard) -> str:
    return heard.err[-2_000:].decode(errors="replace")


def _failed(heard: Heard) -> Observation | None:
    status = heard.status if heard.status >= 0 else 128 - heard.status
    reason = heard.fault or (f"exit status {status}" if status else "")
    return Observation("failed", reason, note=_note(heard)) if reason else None


def judge_run(heard: Heard) -> Observation:
    """A command's observation: standard output, if it ended with status 0."""
    return _failed(heard) or Observation("ok", data=heard.out, note=_note(heard))


def judge_call(heard: Heard, nonce: str) -> Observation:
    """A call's observation: one frame after `ready`, with our nonce and nothing else."""
    failed = _failed(heard)
    if failed:
        return failed
    note = _note(heard)
    if not heard.answer.startswith(READY):
        return Observation("failed", "no answer", note=note)
    try:
        frame = _frame(heard.answer[len(READY) :], nonce)
        if set(frame) == {"nonce", "value"}:
            _require_depth(frame["value"])
            return Observation("ok", data=canonical(frame["value"]).encode(), note=note)
        if set(frame) == {"nonce", "refused"}:
            return Observation("failed", REFUSALS[frame["refused"]], note=note)
        if set(frame) == {"nonce", "raised"}:
            name = str(frame["raised"])
            word = name if name.isidentifier() and name.isascii() and len(name) < 80 else "an error"
            return Observation("failed", f"raised {word}", note=note)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    return Observation("failed", "bad answer", note=note)


def _frame(data: bytes, nonce: str) -> dict[str, Any]:
    if not data.endswith(b"\n") or data.count(b"\n") != 1:
        raise ValueError("not one line")
    frame = json.loads(data.decode("ascii"), parse_constant=_no_constant)
    if type(frame) is not dict or frame.get("nonce") != nonce:
        raise ValueError("not our nonce")
    return frame


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _require_depth(value: Any, depth: int = 0) -> None:
    if depth > MAX_DEPTH:
        raise ValueError("too deep")
    if isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            _require_depth(item, depth + 1)
