"""The self-check: every promise tried from inside, before anything hostile runs."""

from __future__ import annotations

import json
import os
import secrets
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from typing import Any, NamedTuple

from ...canonical import canonical
from ...errors import DreamBenchError
from ...traps.checks import Call
from ...trees import text_tree
from .base import TIMEOUT, Observation, SelfCheck, SessionLost
from .promises import Ask, Host, questions
from .survivors import alive_in

HANG_SECONDS = 0.5


class _Open(NamedTuple):
    """An open session of either layout."""

    session: Any

    def call(self, function: str, *args: Any, seconds: float | None = None) -> Observation:
        source = (resources.files(__package__) / "inside" / "facts.py").read_text()
        probe = Call(target=f"facts:{function}", args=args)
        try:
            seen: Observation = self.session.observe(
                text_tree({"facts.py": source}), probe, seconds
            )
        except SessionLost as lost:
            return Observation("failed", str(lost))
        return seen


def judged(name: str, seen: Observation, expected: Any) -> SelfCheck:
    """Passed if the call came back with what was expected (a value, or a test of it)."""
    if seen.status != "ok":
        return SelfCheck(name, False, f"{seen.reason} {seen.note[-300:].strip()}".strip())
    text = seen.data.decode()
    right = expected(json.loads(text)) if callable(expected) else text == canonical(expected)
    return SelfCheck(name, right, "" if right else f"saw {text[:300]}")


def failing(name: str, seen: Observation, reason: str) -> SelfCheck:
    """Passed if the call failed, and for this reason."""
    saw = seen.reason or seen.status
    return SelfCheck(name, saw == reason, "" if saw == reason else f"saw {saw}")


def run_battery(sandbox: Any) -> list[SelfCheck]:
    """All checks in one sandbox; one that does not start is one failed check."""
    try:
        with _host() as host, sandbox.session() as session:
            results = list(_checks(_Open(session), host))
            namespace = os.dup(session.namespace)
    except DreamBenchError as fault:
        return [SelfCheck("the sandbox starts", False, str(fault))]
    left = alive_in(namespace)
    os.close(namespace)
    return [*results, SelfCheck("nothing is alive afterwards", not left, f"{left}" if left else "")]


def _checks(inside: _Open, host: Host) -> Iterator[SelfCheck]:
    for ask in questions(host):
        yield _answered(inside, ask)
    yield failing("output is capped", inside.call("flood"), "too much output")
    seen = inside.call("hang", seconds=HANG_SECONDS)
    yield failing("what hangs is ended", seen, TIMEOUT)
    yield judged("a process may stay for its probe only", inside.call("stay"), "left")
    yield judged("it is gone for the next probe", inside.call("processes"), [])
    yield judged("no mark is left for the next probe", inside.call("marks"), [])
    users = inside.session.host_users
    rootless = bool(users) and 0 not in users
    yield SelfCheck("never the host's root", rootless, "" if rootless else f"{users}")


def _answered(inside: _Open, ask: Ask) -> SelfCheck:
    result = judged(ask.name, inside.call(ask.function, *ask.args), ask.expected)
    weaker = inside.session.weaker.get(ask.name)
    return result if result.passed or not weaker else SelfCheck(ask.name, True, weaker)


@contextmanager
def _host() -> Iterator[Host]:
    """Listeners and a canary file on the host, which no probe must find."""
    name = f"selfcheck-{secrets.token_hex(8)}"
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as unix,
        tempfile.NamedTemporaryFile() as canary,
    ):
        unix.bind("\0" + name)
        unix.listen()
        os.chmod(canary.name, 0o644)
        yield Host(tcp.getsockname()[1], name, canary.name)
