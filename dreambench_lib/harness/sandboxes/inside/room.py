"""The first process in an agent's room: opens its door, takes its files in, starts the agent.

It opens the one listener in the sandbox's network and hands it out, together with the repository's
folder, so that the harness needs no path and no process inside. It stays as pid 1, out of the
agent's reach, and everything ends with it: with the agent, or when nobody is there outside.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import traceback
from contextlib import suppress
from typing import Any

from . import tree, users, walls

FOLDERS = ("/repo", "/agent")
"""Where the two blobs go: the repository, and the agent's own files."""


def by_descriptor(control_fd: int, spaces: list[tuple[str, int, int]]) -> None:
    """Serve the room of a bubblewrap; `spaces` are its folders with their bytes and files."""
    with suppress(OSError):
        # What bubblewrap mounted has no limit of files; where nothing may be mounted, it stays.
        walls.mount_spaces(spaces)
    _serve(socket.socket(fileno=control_fd))


def by_path(path: str) -> None:
    """Serve the room of a container, told over the socket at `path`."""
    control = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    control.connect(path)
    _serve(control)


def _serve(control: socket.socket) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    runner = users.Runner(control)
    order, fds = _order(control)
    walls.give_up_privileges()
    walls.prctl(walls.DUMPABLE, 0)
    child = os.fork()
    if child == 0:
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            # Only now: a process that cannot be dumped does not own its /proc files.
            walls.prctl(walls.DUMPABLE, 1)
            _become(order, fds)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    for fd in fds:
        os.close(fd)
    control.send(json.dumps({"status": runner.watch(0, child)}).encode())


def _order(control: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """Hand out what the harness needs; what is to be run, once it is said."""
    listener = socket.create_server(("127.0.0.1", tree.PORT), backlog=64)
    shown = [
        os.open("/repo", os.O_RDONLY | os.O_DIRECTORY),
        os.pidfd_open(os.getpid()),
        os.open("/proc/self/ns/pid", os.O_RDONLY),
    ]
    socket.send_fds(control, [b"room"], [listener.fileno(), *shown])
    listener.close()
    for fd in shown:
        os.close(fd)
    message, fds, _, _ = socket.recv_fds(control, 1 << 20, 4)
    if not message:
        os._exit(0)
    order: dict[str, Any] = json.loads(message)
    return order, fds


def _become(order: dict[str, Any], fds: list[int]) -> None:
    os.setsid()
    for fd, place in zip(fds[:2], FOLDERS, strict=True):
        tree.unpack(tree.read_whole(fd), place.encode())
    null = os.open("/dev/null", os.O_RDWR)
    for number, fd in enumerate((null, *fds[2:])):
        os.dup2(fd, number)
    os.closerange(3, 1 << 30)
    os.chdir("/repo")
    limits = order["limits"]
    if limits["processes"] is None:
        # Counted for the container as a whole.
        limits["processes"] = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    walls.set_limits(limits)
    os.execvpe(order["argv"][0], order["argv"], order["environment"])
