"""The trusted process inside a sandbox: one per session, walls every probe in, sees no content.

It is handed a probe's number, its limits and five descriptors over a socket; question and answer
pass it by in pipes that it closes. Each probe is pid 1's child in namespaces of its own: killing
that pid 1 leaves nothing alive.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

from . import bpf, stub, tree, walls

WALLS_FAILED = 98
OWN = 3
"""Of a probe's processes in namespaces: bubblewrap's first, the runner, its init. Where these do
not count, so many are taken off, and a probe has the same number everywhere."""
COMMON = (
    "argparse", "collections.abc", "contextlib", "csv", "dataclasses", "datetime", "enum",
    "functools", "gettext", "inspect", "io", "locale", "pathlib", "re", "shutil", "string",
    "textwrap", "typing",
)  # fmt: skip
"""Imported once, before any tree is visible, since nearly every repository imports them: a probe
takes a third of the time. A repository's own top-level module of such a name is not found."""


def main(control_fd: int) -> None:
    """Serve probes until the other end of the socket closes."""
    control = socket.socket(fileno=control_fd)
    control.set_inheritable(False)
    walls.prctl(walls.SUBREAPER, 1)
    users = os.open("/proc/self/ns/user", os.O_RDONLY)
    serve(control, [users], _probe)


Serve = Callable[[socket.socket, int, dict[str, Any], list[int]], tuple[int, str]]
"""Runs one probe (socket, its number, limits, descriptors): its status, or why there is none."""


def serve(control: socket.socket, shown: list[int], probe: Serve) -> None:
    """Say hello with the descriptors `shown`, then run one probe after the other."""
    stub.prepare()
    bpf.program()  # once for all probes
    for name in COMMON:
        importlib.import_module(name)
    gc.freeze()
    socket.send_fds(control, [b"hello"], shown)
    for fd in shown:
        os.close(fd)
    while True:
        message, fds, _, _ = socket.recv_fds(control, 1 << 16, len(walls.DESCRIPTORS))
        if not message:
            return
        request = json.loads(message)
        # A `kill` may come after its probe's end: then there is nothing to do.
        if "kill" not in request:
            status, fault = probe(control, request["probe"], request["limits"], fds)
            reply = {"probe": request["probe"], "status": status, "fault": fault}
            control.send(json.dumps(reply).encode())


def _probe(
    control: socket.socket, number: int, limits: dict[str, Any], fds: list[int]
) -> tuple[int, str]:
    """One probe in namespaces of its own."""
    init, fault = _start(limits, fds)
    for fd in fds:
        os.close(fd)
    return (_watch(control, number, init) if init else WALLS_FAILED), fault


def _start(limits: dict[str, Any], fds: list[int]) -> tuple[int, str]:
    """The pid of the new namespaces' init, or 0 and why there is none."""
    reading, writing = os.pipe()
    # Forked twice rather than cloned raw: libc's cached thread id stays right.
    middle = os.fork()
    if middle == 0:
        try:
            walls.unshare()
            init = os.fork()
            if init == 0:
                os.close(writing)
                _init(limits, fds)
            os.write(writing, str(init).encode())
        except OSError as error:
            os.write(writing, str(error).encode()[:500])
        finally:
            os._exit(0)
    os.close(writing)
    word = os.read(reading, 512).decode()
    os.close(reading)
    os.waitpid(middle, 0)
    return (int(word), "") if word.isdigit() else (0, word or "the fork died")


def _init(limits: dict[str, Any], fds: list[int]) -> None:
    """Pid 1 of one probe: builds the walls, starts the probe, ends with its status."""
    code = WALLS_FAILED
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.setsid()
        blob = tree.read_whole(fds[0])
        walls.bring_up_loopback()
        walls.mount_own(limits)
        walls.keep_only(fds)
        tree.unpack(blob, b"/repo")
        del blob
        os.chdir("/repo")
        walls.give_up_privileges()
        walls.prctl(walls.DUMPABLE, 0)
        child = os.fork()
        if child == 0:
            # Only now: a process that cannot be dumped does not own its /proc files.
            walls.prctl(walls.DUMPABLE, 1)
            walls.set_limits(limits)
            stub.answer()
        os.closerange(0, 1 << 30)
        code = _reap_until(child)
    except BaseException as error:
        os.write(2, f"walls: {error!r}\n".encode())
    finally:
        os._exit(code)


def _reap_until(child: int) -> int:
    while True:
        pid, status = os.wait()
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def _watch(control: socket.socket, probe: int, init: int) -> int:
    """Wait for init's end, killing it when told to."""
    pidfd = os.pidfd_open(init)
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    poll.register(control, select.POLLIN)
    try:
        while True:
            ready = {fd for fd, _ in poll.poll()}
            if pidfd in ready:
                _, status = os.waitpid(init, 0)
                return os.waitstatus_to_exitcode(status)
            message = control.recv(1 << 16)
            if not message:
                os._exit(0)
            if json.loads(message).get("kill") == probe:
                os.kill(init, signal.SIGKILL)
    finally:
        os.close(pidfd)


def alone(limits: str, *fds: str) -> None:
    """Fallback: this whole sandbox is one probe, walled in by bubblewrap itself."""
    numbers = [int(fd) for fd in fds]
    settings = json.loads(limits)
    stub.prepare()
    tree.unpack(tree.read_whole(numbers[0]), b"/repo")
    walls.keep_only(numbers)
    os.chdir("/repo")
    walls.set_limits({**settings, "processes": settings["processes"] - OWN + 1})
    stub.answer()


if __name__ == "__main__":
    main(int(sys.argv[1]))
