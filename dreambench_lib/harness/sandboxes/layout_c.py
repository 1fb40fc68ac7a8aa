"""Layout C: one sandbox with a trusted runner that walls every probe into its own namespaces.

Pid, mount, ipc and network namespaces, no capability, a call filter, limits. A tree travels in
memory and is unpacked into the probe's own /repo, so probes may write there, nothing of it is on
the host's disk, and no path of the host stands in mountinfo.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
from typing import Any, ClassVar

from ...traps.checks import Call, Run
from ...trees import Tree
from ...walk import OddTree, require_sound
from .base import Limits, Observation, SessionLost
from .inside import tree as blobs
from .interview import interview
from .inventory import ENTER, common_arguments, memory_file
from .launch import Bubble
from .listen import GRACE
from .survivors import users_of

HELLO_SECONDS = 20.0


def packed(tree: Tree) -> int:
    """A descriptor of the blob that inside unpacks.

    Raises:
        OddTree: if a path or link of `tree` leaves it.
    """
    require_sound(tree)
    return memory_file(blobs.pack((path, kind, data) for path, (kind, data) in tree.items()))


class _Probe:
    """A probe behind the runner: ends with the runner's message."""

    def __init__(self, control: socket.socket, number: int) -> None:
        self.control, self.number = control, number

    def fileno(self) -> int:
        return self.control.fileno()

    def kill(self) -> None:
        _send(self.control, {"kill": self.number})

    def status(self) -> int:
        reply = _receive(self.control)
        if reply.get("probe") != self.number:
            raise SessionLost("the runner lost count")
        if reply["fault"]:
            raise SessionLost(f"no walls: {reply['fault']}")
        return int(reply["status"])


def _send(control: socket.socket, message: dict[str, Any], fds: tuple[int, ...] = ()) -> None:
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


class RunnerSession:
    """One bubblewrap with the runner in it."""

    weaker: ClassVar[dict[str, str]] = {}

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.namespace = -1
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        arguments = common_arguments()
        # SETPCAP: without it the bounding set of a probe could not be dropped.
        for capability in ("CAP_SYS_ADMIN", "CAP_SETPCAP", "CAP_NET_ADMIN"):
            arguments += ["--cap-add", capability]
        arguments += ["--size", str(1 << 20), "--tmpfs", "/tmp"]
        command = ["/py/bin/python3", "-S", "-s", "-B", "-P", "-c"]
        command += [f"{ENTER}runner.main({theirs.fileno()})"]
        try:
            self.bubble = Bubble(arguments, command, [theirs.fileno()])
        except BaseException:
            self.control.close()
            raise
        finally:
            theirs.close()
        self.control.settimeout(HELLO_SECONDS)
        try:
            hello, fds, _, _ = socket.recv_fds(self.control, 1 << 10, 1)
            if not hello:
                raise SessionLost("the runner does not start")
        except (OSError, SessionLost) as lost:
            complaint = self.bubble.complaint()
            self.close()
            raise SessionLost(f"{lost}: {complaint}") from None
        self.namespace = fds[0]
        """The user namespace of every process inside, to look for survivors."""
        self.host_users = users_of([self.bubble.init_pid])
        self.control.settimeout(GRACE)

    def observe(self, tree: Tree, probe: Call | Run, seconds: float | None = None) -> Observation:
        """See `SandboxSession`."""
        try:
            blob = packed(tree)
        except OddTree as odd:
            return Observation("failed", "odd tree", note=str(odd))
        # Not a count: a probe could read its place in the order from the memory it was forked with.
        number = secrets.randbits(60)

        def start(fds: list[int]) -> _Probe:
            request = {"probe": number, "limits": self.limits.model_dump(mode="json")}
            _send(self.control, request, (blob, *fds))
            return _Probe(self.control, number)

        allowed = self.limits.seconds if seconds is None else seconds
        try:
            return interview(start, probe, self.limits, allowed)
        finally:
            os.close(blob)

    def close(self) -> None:
        """Kill everything in the sandbox."""
        self.bubble.end()
        self.control.close()
        if self.namespace >= 0:
            os.close(self.namespace)
            self.namespace = -1
