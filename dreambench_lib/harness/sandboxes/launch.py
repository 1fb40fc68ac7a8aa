"""Starting bubblewrap, and ending everything it started.

Three rules paid for by attacks: it is never started as real root, its environment is empty and its
arguments travel by descriptor (both can be read inside), and it is ended by killing the namespace's
first process and waiting for that one.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from ...errors import Infra
from .base import SessionLost
from .inventory import bwrap, memory_file, shipped

UNPRIVILEGED = 61_000
"""Who a root harness becomes for bubblewrap; needs no passwd entry."""
START_SECONDS = 20.0


def _readable(fd: int) -> bool:
    """Whether there is something to read (or an end) within the time of a slow start."""
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(START_SECONDS * 1000))


class _Spawner:
    """One thread per process that starts every sandbox.

    `--die-with-parent` follows the thread, so a pool's thread must not be the one.
    """

    def __init__(self) -> None:
        self.renew()
        os.register_at_fork(after_in_child=self.renew)

    def renew(self) -> None:
        """A forked child has no threads but its own."""
        self.pool = ThreadPoolExecutor(1, "sandboxes")

    def run(self, task: Callable[[], subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
        return self.pool.submit(task).result()


_spawner = _Spawner()


class Bubble:
    """One running bubblewrap: its first inner process, and how to end it."""

    def __init__(
        self, arguments: Sequence[str], command: Sequence[str], pass_fds: Sequence[int]
    ) -> None:
        """Start `command` behind `arguments`; `pass_fds` stay open inside."""
        files = {name: memory_file(data) for name, data in shipped().items()}
        words = list(arguments)
        for name, fd in files.items():
            words += ["--perms", "0444", "--file", str(fd), f"/r/inside/{name}"]
        words += ["--remount-ro", "/dev", "--remount-ro", "/"]
        status, status_in = os.pipe()
        words += ["--json-status-fd", str(status_in)]
        text = memory_file(b"".join(word.encode() + b"\0" for word in words))
        line = [bwrap(), "--args", str(text), "--", *command]
        root = os.geteuid() == 0
        fds = [*files.values(), status_in, text, *pass_fds]

        def start() -> subprocess.Popen[bytes]:
            return subprocess.Popen(
                line,
                env={},
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=fds,
                user=UNPRIVILEGED if root else None,
                group=UNPRIVILEGED if root else None,
                extra_groups=[] if root else None,
                start_new_session=True,
            )

        try:
            self.process = _spawner.run(start)
        finally:
            for fd in [*files.values(), status_in, text]:
                os.close(fd)
        self._status = status
        self.init_pid = 0
        self.init: int | None = None
        try:
            self._find_init()
        except BaseException:
            self.end()
            raise

    def _find_init(self) -> None:
        """The pidfd of the namespace's pid 1, as bubblewrap reports it (in pieces)."""
        told = b""
        while b"}" not in told:
            part = os.read(self._status, 4096) if _readable(self._status) else b""
            if not part:
                raise SessionLost(f"bubblewrap does not start: {self.complaint()}")
            told += part
        first: dict[str, Any] = json.loads(told[: told.index(b"}") + 1])
        self.init_pid = int(first["child-pid"])
        with suppress(OSError):
            self.init = os.pidfd_open(self.init_pid)

    @property
    def status_fd(self) -> int:
        """Readable when bubblewrap has more to say or is gone."""
        return self._status

    def complaint(self) -> str:
        """What bubblewrap or the runner said on standard error (ends the process)."""
        self.process.kill()
        assert self.process.stderr is not None
        words = self.process.stderr.read(2_000).decode(errors="replace").strip()
        return words or "without a word"

    def kill(self) -> None:
        """Kill the first process and with it the namespace; does not wait."""
        if self.init is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.init, signal.SIGKILL)

    def end(self) -> None:
        """Kill everything inside and return when all of it is gone."""
        if self.init is not None:
            self.kill()
            # Readable once pid 1 is dead, and it dies last: nothing is alive inside then.
            gone = _readable(self.init)
            # Bubblewrap may leave it unreaped: ours to do if we are the machine's first process.
            with suppress(ChildProcessError):
                os.waitid(os.P_PIDFD, self.init, os.WEXITED | os.WNOHANG)
            os.close(self.init)
            self.init = None
            if not gone:
                raise Infra("a killed sandbox stays alive: reboot, then resume the run")
        else:
            self.process.kill()
        self.process.wait()
        if self.process.stderr is not None:
            self.process.stderr.close()
        if self._status >= 0:
            os.close(self._status)
            self._status = -1
