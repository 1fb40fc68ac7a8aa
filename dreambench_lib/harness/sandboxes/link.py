"""Our end of a runner's socket: trees and questions go in, one observation a probe comes out.

The same for every sandbox with a runner inside, whatever it is walled in by.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
from typing import Any

from ...traps.checks import Call, Run
from ...trees import Tree
from ...walk import OddTree, require_sound
from .base import Limits, Observation, SessionLost
from .inside import tree as blobs
from .interview import interview
from .inventory import memory_file
from .listen import GRACE


def packed(tree: Tree) -> int:
    """A descriptor of the blob that inside unpacks.

    Raises:
        OddTree: if a path or link of `tree` leaves it.
    """
    require_sound(tree)
    return memory_file(blobs.pack((path, kind, data) for path, (kind, data) in tree.items()))


def hello(control: socket.socket, most: int) -> list[int]:
    """The descriptors (no more than `most`) that a runner hands out when it is ready.

    Raises:
        SessionLost: if it says nothing.
    """
    try:
        said, fds, _, _ = socket.recv_fds(control, 1 << 10, most)
    except OSError as error:
        raise SessionLost(f"the runner does not start ({error})") from None
    if not said:
        raise SessionLost("the runner does not start")
    control.settimeout(GRACE)
    return fds


class Probe:
    """A probe behind the runner: ends with the runner's message."""

    def __init__(self, control: socket.socket, number: int) -> None:
        self.control, self.number = control, number

    def fileno(self) -> int:
        return self.control.fileno()

    def kill(self) -> None:
        send(self.control, {"kill": self.number})

    def status(self) -> int:
        reply = _receive(self.control)
        if reply.get("probe") != self.number:
            raise SessionLost("the runner lost count")
        if reply["fault"]:
            raise SessionLost(f"no walls: {reply['fault']}")
        return int(reply["status"])


def send(control: socket.socket, message: dict[str, Any], fds: tuple[int, ...] = ()) -> None:
    """Tell the runner something.

    Raises:
        SessionLost: if nobody listens.
    """
    try:
        socket.send_fds(control, [json.dumps(message).encode()], fds)
    except OSError as error:
        raise SessionLost(f"the runner is gone ({error.strerror})") from None


def _receive(control: socket.socket) -> dict[str, Any]:
    try:
        message = control.recv(1 << 16)
    except OSError as error:
        raise SessionLost(f"the runner is silent ({error})") from None
    if not message:
        raise SessionLost("the runner is gone")
    reply: dict[str, Any] = json.loads(message)
    return reply


def observe(
    control: socket.socket, limits: Limits, tree: Tree, probe: Call | Run, seconds: float | None
) -> Observation:
    """One probe of `tree` through a runner's socket (see `SandboxSession.observe`)."""
    try:
        blob = packed(tree)
    except OddTree as odd:
        return Observation("failed", "odd tree", note=str(odd))
    # Not a count: a probe could read its place in the order from the memory it was forked with.
    number = secrets.randbits(60)

    def start(fds: list[int]) -> Probe:
        request = {"probe": number, "limits": limits.model_dump(mode="json")}
        send(control, request, (blob, *fds))
        return Probe(control, number)

    try:
        return interview(start, probe, limits, limits.seconds if seconds is None else seconds)
    finally:
        os.close(blob)
