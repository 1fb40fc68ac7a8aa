"""The self-check: every promise tried from inside, before anything hostile runs."""

from __future__ import annotations

import json
import os
import secrets
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from ...canonical import canonical
from ...errors import DreamBenchError
from ...traps.checks import Call
from ...trees import Tree, text_tree
from .asks import Answer, Ask, Host
from .base import STARTS, TIMEOUT, Observation, SelfCheck, SessionLost, Weaker
from .promises import questions
from .survivors import alive_in

HANGS, HANG_SECONDS = 20.0, 0.5
"""How long a probe hangs, and how long it may."""
AFTERMATH, OUTPUT = "aftermath", "limits"


class _Open(NamedTuple):
    """An open session of any sandbox."""

    session: Any

    def call(self, function: str, *args: Any, seconds: float | None = None) -> Observation:
        module, _, name = function.partition(":")
        probe = Call(target=f"facts.{module}:{name}", args=args)
        try:
            seen: Observation = self.session.observe(facts(), probe, seconds)
        except SessionLost as lost:
            return Observation("failed", str(lost))
        return seen


@cache
def facts() -> Tree:
    """The tree under test: every question's code."""
    folder = resources.files(__package__) / "inside" / "facts"
    files = {item.name: item.read_text() for item in folder.iterdir() if item.name[-3:] == ".py"}
    return text_tree({f"facts/{name}": text for name, text in sorted(files.items())})


def judged(group: str, answer: Answer, seen: Observation, weaker: Weaker | None) -> SelfCheck:
    """Passed if the call came back with what was expected (a value, or a test of it).

    What a sandbox says it keeps in a weaker form only is held to that form.
    """
    if seen.status != "ok":
        detail = f"{seen.reason} {seen.note[-300:].strip()}".strip()
        return SelfCheck(answer.name, False, detail, group)
    value = json.loads(seen.data)
    value = value.get(answer.key) if answer.key else value
    if _as_expected(value, answer.expected):
        return SelfCheck(answer.name, True, "", group)
    if weaker is not None and _as_expected(value, weaker.expected):
        return SelfCheck(answer.name, True, weaker.why, group)
    return SelfCheck(answer.name, False, f"saw {canonical(value)[:300]}", group)


def _as_expected(value: Any, expected: Any) -> bool:
    return bool(expected(value)) if callable(expected) else canonical(value) == canonical(expected)


def failing(group: str, name: str, seen: Observation, reason: str) -> SelfCheck:
    """Passed if the call failed, and for this reason."""
    saw = seen.reason or seen.status
    return SelfCheck(name, saw == reason, "" if saw == reason else f"saw {saw}", group)


def run_battery(sandbox: Any) -> list[SelfCheck]:
    """All checks in one sandbox; one that does not start is one failed check."""
    try:
        with host_with_secrets() as host, sandbox.session() as session:
            results = list(_checks(_Open(session), host))
            namespace = os.dup(session.namespace)
    except DreamBenchError as fault:
        return [SelfCheck(STARTS, False, str(fault), AFTERMATH)]
    left = alive_in(namespace)
    os.close(namespace)
    name = "nothing is alive afterwards"
    return [*results, SelfCheck(name, not left, f"{left}" if left else "", AFTERMATH)]


def _checks(inside: _Open, host: Host) -> Iterator[SelfCheck]:
    for ask in questions(host):
        yield from _answered(inside, ask)
    flooded = "too much output"
    for name, stream in (("output is capped", "stdout"), ("complaints are capped", "stderr")):
        yield failing(OUTPUT, name, inside.call("limits:flood", stream), flooded)
    long = inside.call("limits:long_answer")
    yield failing(OUTPUT, "an answer's length is limited", long, "result is too large")
    hung = inside.call("limits:hang", HANGS, seconds=HANG_SECONDS)
    yield failing(OUTPUT, "what hangs is ended", hung, TIMEOUT)
    yield from _answered(inside, *AFTERWARDS)
    users = inside.session.host_users
    rootless = bool(users) and 0 not in users
    yield SelfCheck("never the host's root", rootless, "" if rootless else f"{users}", "identity")


AFTERWARDS = (
    Ask(AFTERMATH, "aftermath:stay", (), (Answer("a process may stay for its probe", "left"),)),
    Ask(AFTERMATH, "identity:processes", (), (Answer("it is gone for the next probe", []),)),
    Ask(AFTERMATH, "aftermath:marks", (), (Answer("no file is left for the next probe", []),)),
    Ask(
        AFTERMATH, "network:traces", (),
        (
            Answer("no abstract socket is left", 0, "unix"),
            Answer("no connection leaves a trace", 0, "tcp"),
        ),
    ),
)  # fmt: skip
"""Asked in this order: the first makes what the others look for."""


def _answered(inside: _Open, *asks: Ask) -> Iterator[SelfCheck]:
    for ask in asks:
        seen = inside.call(ask.function, *ask.args)
        for answer in ask.answers:
            yield judged(ask.group, answer, seen, inside.session.weaker.get(answer.name))


@contextmanager
def host_with_secrets() -> Iterator[Host]:
    """Listeners and canaries on the host, which no probe must find."""
    name = f"selfcheck-{secrets.token_hex(8)}"
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_INET6) as six,
        socket.socket(socket.AF_UNIX) as abstract,
        socket.socket(socket.AF_UNIX) as at_path,
        tempfile.TemporaryDirectory() as folder,
    ):
        with suppress(OSError):
            six.bind(("::1", 0))
            six.listen()
        abstract.bind("\0" + name)
        at_path.bind(f"{folder}/socket")
        for listener in (abstract, at_path):
            listener.listen()
        # Anybody may use them: what keeps a probe away is its wall, not their mode.
        os.chmod(folder, 0o755)
        os.chmod(f"{folder}/socket", 0o666)
        kinds = ("checks.toml", "solution.py", "record.jsonl", "store.json")
        for kind in kinds:
            Path(folder, kind).write_text(f"canary-{secrets.token_hex(16)}\n")
        yield Host(
            port=tcp.getsockname()[1],
            six=_port_of(six),
            abstract=name,
            path=f"{folder}/socket",
            canaries=tuple(f"{folder}/{kind}" for kind in kinds),
            engines=_engines(),
        )


def _port_of(six: socket.socket) -> int:
    with suppress(OSError):
        return int(six.getsockname()[1])
    return 0


def _engines() -> tuple[str, ...]:
    named = os.environ.get("DOCKER_HOST", "").removeprefix("unix://")
    usual = ("/var/run/docker.sock", "/run/docker.sock", "/run/containerd/containerd.sock")
    return (*usual, named) if named.startswith("/") else usual
