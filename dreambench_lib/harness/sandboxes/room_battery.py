"""The self-check of an agent's room: the same questions, by a program in the agent's place."""

from __future__ import annotations

import json
import os
import secrets
import select
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress

from ...errors import DreamBenchError
from .agent_room import FILES, Opened, OpenRoom, entries
from .asks import Ask
from .base import STARTS, Observation, SelfCheck, Weaker
from .battery import AFTERMATH, facts, host_with_secrets, judged
from .hear import Kept, hear
from .room_promises import MODEL, TRIED, room_questions
from .survivors import alive_in, users_of

PROGRAM = """
import importlib, json, os, shutil, sys
sys.path.insert(0, "/repo")
with open("/agent/asks") as file:
    asks = [json.loads(line) for line in file]
for function, args in asks:
    module, _, name = function.partition(":")
    try:
        row = {"value": getattr(importlib.import_module("facts." + module), name)(*args)}
    except BaseException as error:
        row = {"failed": repr(error)}
    print(json.dumps(row), flush=True)
    for place in ("/repo", "/tmp", "/dev/shm"):
        for name in set(os.listdir(place)) - {"facts"}:
            os.unlink(os.path.join(place, name))
importlib.import_module("facts.aftermath").stay()
"""
"""Asks in order, each with empty folders; at the end it leaves a process behind."""
VARIABLE = "DREAMBENCH_CANARY_KEY"


def check_room(opens: OpenRoom, weaker: Mapping[str, Weaker]) -> list[SelfCheck]:
    """All checks in one room; one that does not start is one failed check."""
    try:
        with ExitStack() as stack:
            host = stack.enter_context(host_with_secrets())
            stack.enter_context(_key_in_environment())
            asks = list(room_questions(host))
            room = opens(TRIED)
            stack.callback(os.close, room.folder)
            namespace, first = os.dup(room.namespace), os.dup(room.ended)
            stack.callback(os.close, namespace)
            stack.callback(os.close, first)
            with ExitStack() as inside:
                inside.callback(room.close)
                inside.enter_context(_answering(room.listener))
                users = users_of([pid_of(first)])
                rows, complaint = _asked(room, asks)
            # Who is not root sees no other's namespaces, but that the first process is dead.
            dead, _, _ = select.select([first], [], [], 0)
            left = alive_in(namespace) or ([] if dead else [pid_of(first)])
    except DreamBenchError as fault:
        return [SelfCheck(STARTS, False, str(fault), AFTERMATH)]
    return [
        *_results(asks, rows, complaint, weaker),
        _found("never the host's root", 0 not in users and bool(users), users, "identity"),
        _found("nothing is alive afterwards", not left, left, AFTERMATH),
    ]


def pid_of(pidfd: int) -> int:
    """The number, on this machine, of the process that a pidfd refers to."""
    with open(f"/proc/self/fdinfo/{pidfd}") as file:
        return int(next(line for line in file if line.startswith("Pid:")).split()[1])


def _asked(room: Opened, asks: list[Ask]) -> tuple[list[str], str]:
    """Lines of answers in order, and what was complained of."""
    lines = "".join(json.dumps([one.function, one.args]) + "\n" for one in asks)
    files = {"check.py": PROGRAM.encode(), "asks": lines.encode()}
    pipes = [os.pipe(), os.pipe()]
    kept = (Kept(), Kept())
    try:
        try:
            argv = ("python", "-P", f"{FILES}/check.py")
            outputs = (pipes[0][1], pipes[1][1])
            room.start(entries(facts()), files, argv, {}, TRIED, outputs)
        finally:
            for _, writing in pipes:
                os.close(writing)
        fault = hear(room.ended, [reading for reading, _ in pipes], kept, TRIED.seconds)
    finally:
        for reading, _ in pipes:
            os.close(reading)
    return kept[0].text.splitlines(), fault or kept[1].text[-300:].strip()


def _results(
    asks: list[Ask], rows: list[str], complaint: str, weaker: Mapping[str, Weaker]
) -> Iterator[SelfCheck]:
    for at, one in enumerate(asks):
        seen = Observation("failed", "no answer", note=complaint)
        with suppress(ValueError, IndexError):
            row = json.loads(rows[at])
            seen = Observation("failed", str(row.get("failed")))
            if "value" in row:
                seen = Observation("ok", data=json.dumps(row["value"]).encode())
        for answer in one.answers:
            yield judged(one.group, answer, seen, weaker.get(answer.name))


def _found(name: str, good: bool, what: object, group: str) -> SelfCheck:
    return SelfCheck(name, good, "" if good else f"{what}", group)


@contextmanager
def _answering(listener: socket.socket) -> Iterator[None]:
    """Somebody who says what the model is to whoever comes."""

    def serve() -> None:
        with suppress(OSError):
            while True:
                peer, _ = listener.accept()
                with peer:
                    peer.sendall(MODEL.encode())

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield
    finally:
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        thread.join()
        listener.close()


@contextmanager
def _key_in_environment() -> Iterator[None]:
    """A key where the harness has its own."""
    os.environ[VARIABLE] = f"canary-{secrets.token_hex(16)}"
    try:
        yield
    finally:
        del os.environ[VARIABLE]
