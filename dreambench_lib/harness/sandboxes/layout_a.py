"""Layout A, the fallback: one bubblewrap per probe (where nested namespaces are forbidden)."""

from __future__ import annotations

import json
import os
import subprocess
from contextlib import suppress
from typing import ClassVar

from ...traps.checks import Call, Run
from ...trees import Tree
from ...walk import OddTree
from .base import Limits, Observation, SessionLost, Weaker
from .inside.bpf import program
from .interview import interview
from .inventory import ENTER, common_arguments, memory_file
from .launch import START_SECONDS, Bubble
from .link import packed
from .survivors import users_of


class _Probe:
    """A probe that is a whole sandbox: ends with its first process."""

    def __init__(self, bubble: Bubble) -> None:
        self.bubble = bubble

    def fileno(self) -> int:
        # Without a pid 1 left to watch it is over; the status pipe is at its end then.
        return self.bubble.init if self.bubble.init is not None else self.bubble.status_fd

    def kill(self) -> None:
        self.bubble.kill()

    def status(self) -> int:
        try:
            return self.bubble.process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            raise SessionLost("bubblewrap does not end") from None


_REAPER = "a probe can reach its own reaper, which is nobody else's"
_NAMES = "bubblewrap's temporary file systems limit bytes, not names"
WEAKER = {
    "pid 1 cannot be written to": Weaker("allowed", _REAPER),
    "pid 1's descriptors are closed": Weaker("allowed", _REAPER),
    "pid 1's root is closed": Weaker("allowed", _REAPER),
    "temporary files are limited": Weaker(lambda made: made > 0, _NAMES),
    "files of the tree are limited": Weaker(lambda most: most > 0, _NAMES),
}


class SingleSession:
    """The same stub and the same walls from bubblewrap itself, paid for with every probe."""

    weaker: ClassVar[dict[str, Weaker]] = WEAKER

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.namespace = -1
        self.host_users: set[int] = set()

    def observe(self, tree: Tree, probe: Call | Run, seconds: float | None = None) -> Observation:
        """See `SandboxSession`."""
        try:
            blob = packed(tree)
        except OddTree as odd:
            return Observation("failed", "odd tree", note=str(odd))
        bubbles: list[Bubble] = []

        def start(fds: list[int]) -> _Probe:
            bubbles.append(self._bubble([blob, *fds]))
            return _Probe(bubbles[0])

        allowed = self.limits.seconds if seconds is None else seconds
        try:
            return interview(start, probe, self.limits, allowed)
        finally:
            os.close(blob)
            for bubble in bubbles:
                bubble.end()

    def _bubble(self, fds: list[int]) -> Bubble:
        limits = self.limits
        filter_fd = memory_file(program())
        arguments = [*common_arguments(), "--seccomp", str(filter_fd)]
        # Only here: a cover on /proc would forbid the runner of layout C its probes' own.
        arguments += ["--ro-bind", "/proc/sys", "/proc/sys"]
        for place in ("/tmp", "/dev/shm"):
            size = ["--size", str(limits.temp_bytes), "--perms", "1777"]
            arguments += [*size, "--tmpfs", place]
        arguments += ["--size", str(limits.repo_bytes), "--perms", "0755", "--tmpfs", "/repo"]
        words = [json.dumps(limits.model_dump(mode="json")), *map(str, fds)]
        command = ["/py/bin/python3", "-S", "-s", "-B", "-P", "-c"]
        command += [f"{ENTER}runner; runner.alone(*sys.argv[1:])", *words]
        try:
            bubble = Bubble(arguments, command, [filter_fd, *fds])
        finally:
            os.close(filter_fd)
        with suppress(OSError):
            self._watch(os.open(f"/proc/{bubble.init_pid}/ns/pid", os.O_RDONLY))
        self.host_users |= users_of([bubble.init_pid])
        return bubble

    def _watch(self, namespace: int) -> None:
        if self.namespace >= 0:
            os.close(self.namespace)
        self.namespace = namespace

    def close(self) -> None:
        """Nothing outlives a probe."""
        self._watch(-1)
