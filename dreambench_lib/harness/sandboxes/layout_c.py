"""Layout C: one sandbox with a trusted runner that walls every probe into its own namespaces.

Pid, mount, ipc and network namespaces, no capability, a call filter, limits. A tree travels in
memory and is unpacked into the probe's own /repo, so probes may write there, nothing of it is on
the host's disk, and no path of the host stands in mountinfo.
"""

from __future__ import annotations

import os
import socket
from typing import ClassVar

from ...traps.checks import Call, Run
from ...trees import Tree
from . import link
from .base import Limits, Observation, SessionLost, Weaker
from .inventory import ENTER, common_arguments
from .launch import Bubble
from .survivors import users_of

HELLO_SECONDS = 20.0


class RunnerSession:
    """One bubblewrap with the runner in it."""

    weaker: ClassVar[dict[str, Weaker]] = {}

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
        command += [f"{ENTER}runner; runner.main({theirs.fileno()})"]
        try:
            self.bubble = Bubble(arguments, command, [theirs.fileno()])
        except BaseException:
            self.control.close()
            raise
        finally:
            theirs.close()
        self.control.settimeout(HELLO_SECONDS)
        try:
            (self.namespace,) = link.hello(self.control, 1)
            """The user namespace of every process inside, to look for survivors."""
        except SessionLost as lost:
            complaint = self.bubble.complaint()
            self.close()
            raise SessionLost(f"{lost}: {complaint}") from None
        self.host_users = users_of([self.bubble.init_pid])

    def observe(self, tree: Tree, probe: Call | Run, seconds: float | None = None) -> Observation:
        """See `SandboxSession`."""
        return link.observe(self.control, self.limits, tree, probe, seconds)

    def close(self) -> None:
        """Kill everything in the sandbox."""
        self.bubble.end()
        self.control.close()
        if self.namespace >= 0:
            os.close(self.namespace)
            self.namespace = -1
