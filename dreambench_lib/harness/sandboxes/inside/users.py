"""The runner of a container, its first process: a fresh user per probe instead of namespaces.

The container is the outer wall. As pid 1 it can end everything else with one signal, which no
fork outruns; then, as that probe's user, it removes what the probe left in the places that can be
written to, which belong to nobody but root.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
from contextlib import suppress
from typing import Any

from . import clean, runner, stub, tree, walls

PLACES = (b"/repo", b"/tmp", b"/dev/shm")
FIRST_USER, USERS = 20_000, 40_000
"""Limits on processes count per user, on the whole host: two containers rarely share one."""


def main(path: str) -> None:
    """Serve probes over the socket at `path` until its other end closes."""
    control = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    control.connect(path)
    os.environ.pop("HOSTNAME", None)
    Runner(control).serve()


class Runner:
    """Waits for children and for words from outside at once."""

    def __init__(self, control: socket.socket) -> None:
        self.control = control
        self.ended, wake = os.pipe()
        os.set_blocking(self.ended, False)
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def serve(self) -> None:
        shown = [os.pidfd_open(os.getpid()), os.open("/proc/self/ns/pid", os.O_RDONLY)]
        runner.serve(self.control, shown, self.probe)

    def probe(
        self, control: socket.socket, number: int, limits: dict[str, Any], fds: list[int]
    ) -> tuple[int, str]:
        """One probe from its first process to the removal of everything it made."""
        user = FIRST_USER + int.from_bytes(os.urandom(4), "little") % USERS
        child = os.fork()
        if child == 0:
            _become_probe(user, limits, fds)
        for fd in fds:
            os.close(fd)
        status = self.watch(number, child)
        try:
            kill_all()
            _as_user(user, _wipe)
            left = [place.decode() for place in PLACES if os.listdir(place)]
        except OSError as error:
            left = [str(error)]
        return status, f"left over: {left}" if left else ""

    def watch(self, number: int, child: int) -> int:
        """The child's status, once it has ended by itself or because we were told to end it."""
        poll = select.poll()
        poll.register(self.ended, select.POLLIN)
        poll.register(self.control, select.POLLIN)
        while True:
            for fd, _ in poll.poll():
                if fd == self.ended:
                    with suppress(BlockingIOError):
                        os.read(fd, 4096)
                    code = _reaped(child)
                    if code is not None:
                        return code if code >= 0 else 128 - code
                else:
                    self.obey(number)

    def obey(self, number: int) -> None:
        message = self.control.recv(1 << 16)
        if not message:
            os._exit(0)
        if json.loads(message).get("kill") == number:
            with suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)


def _reaped(child: int) -> int | None:
    """Bury whoever is dead (orphans are ours); the child's status if it is among them."""
    found = None
    with suppress(ChildProcessError):
        while (dead := os.waitpid(-1, os.WNOHANG))[0]:
            if dead[0] == child:
                found = os.waitstatus_to_exitcode(dead[1])
    return found


def kill_all() -> None:
    """End every process but this one, and return when all of them are gone."""
    with suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)
    with suppress(ChildProcessError):
        while True:
            os.wait()


def _as_user(user: int, action: Any) -> None:
    """Do something as `user`: root has no right over others' files here."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            walls.become_user(user)
            action()
            code = 0
        finally:
            os._exit(code)
    os.waitpid(child, 0)


def _wipe() -> None:
    for place in PLACES:
        clean.empty(place)


def _become_probe(user: int, limits: dict[str, Any], fds: list[int]) -> None:
    """In the child: build the walls, unpack the tree, answer."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        blob = tree.read_whole(fds[0])
        walls.keep_only(fds)
        walls.give_up_privileges(user)
        # A change of user made it undumpable, so that it would not own its /proc files.
        walls.prctl(walls.DUMPABLE, 1)
        tree.unpack(blob, b"/repo")
        del blob
        os.chdir("/repo")
        walls.set_limits({**limits, "processes": limits["processes"] - runner.OWN})
        stub.answer()
    except BaseException as error:
        os.write(2, f"walls: {error!r}\n".encode())
    finally:
        os._exit(runner.WALLS_FAILED)
