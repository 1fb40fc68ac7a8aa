"""A room for one agent's session: bubblewrap, a repository in memory, one listener, nothing else.

The whole of /usr is shown, so an agent has the distribution's tools and Python; /etc, homes and
every other place of the host are not there. The repository lies in a tmpfs of bounded size and is
read through its folder's descriptor once everything inside is dead.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...records import Record
from ...trees import Tree
from .base import MIB, SessionLost
from .inside import tree as blobs
from .inside.bpf import program
from .inside.room import PORT
from .inventory import ENTER, memory_file, shipped
from .launch import Bubble
from .packages import shelf

HELLO_SECONDS = 20.0
BASE_URL = f"http://127.0.0.1:{PORT}/v1"
FILES = "/agent"
PACKAGES = "/packages"
ENVIRONMENT = {
    "PATH": "/py/bin:/usr/bin:/bin",
    "HOME": "/home/agent",
    "TMPDIR": "/tmp",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}
FIXED = """
    --unshare-all --unshare-user --disable-userns --die-with-parent --new-session
    --hostname sandbox --uid 1000 --gid 1000 --clearenv --cap-drop ALL
    --dir /py --dir /py/bin --dir /usr --dir /r --dir /home --dir /packages
    --symlink usr/bin /bin --symlink usr/sbin /sbin
    --symlink usr/lib /lib --symlink usr/lib64 /lib64
    --ro-bind /usr /usr --symlink /usr/bin/python3 /py/bin/python --proc /proc --dev /dev
    --ro-bind /proc/sys /proc/sys
"""


class RoomLimits(Record):
    """What an agent's session may use."""

    seconds: float = 600.0
    """Wall time of the session."""
    cpu_seconds: int = 600
    memory_bytes: int = 2048 * MIB
    """Address space of each process."""
    processes: int = 64
    open_files: int = 1024
    file_bytes: int = 64 * MIB
    repo_bytes: int = 256 * MIB
    temp_bytes: int = 128 * MIB
    """Of /tmp, /dev/shm and the home, each."""


class Opened(NamedTuple):
    """A room that waits for its order."""

    listener: socket.socket
    """Listens inside; whoever accepts on it serves this agent and nobody else."""
    folder: int
    """The repository's folder."""
    bubble: Bubble
    control: socket.socket

    def start(
        self,
        repository: Iterable[tuple[bytes, str, bytes]],
        files: Mapping[str, bytes],
        argv: Iterable[str],
        environment: Mapping[str, str],
        limits: RoomLimits,
        outputs: tuple[int, int],
    ) -> None:
        """Send the order; the program then runs until it ends or the bubble is killed."""
        own = ((name.encode(), "file", data) for name, data in sorted(files.items()))
        fds = [memory_file(blobs.pack(repository)), memory_file(blobs.pack(own)), *outputs]
        order = {
            "argv": list(argv),
            "environment": {**ENVIRONMENT, **environment},
            "limits": limits.model_dump(mode="json"),
        }
        try:
            socket.send_fds(self.control, [json.dumps(order).encode()], fds)
        except OSError as error:
            raise SessionLost(f"the agent's room is gone ({error.strerror})") from None
        finally:
            for fd in fds[:2]:
                os.close(fd)

    def close(self) -> None:
        """Everything in the room is dead afterwards; the folder stays readable until closed."""
        self.bubble.end()
        self.control.close()


def open_room(limits: RoomLimits, packages: Iterable[str] = ()) -> Opened:
    """A fresh room.

    Args:
        packages: Distributions of this process's Python, bound with what they need.

    Raises:
        SessionLost: bubblewrap does not start.
        BadInput: a package is missing, or this Python is another than the distribution's.
    """
    filter_fd, launcher = memory_file(program()), memory_file(shipped(("room",))["room.py"])
    control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    arguments = FIXED.split()
    for place, size in (
        ("/repo", limits.repo_bytes),
        ("/agent", limits.temp_bytes),
        ("/home/agent", limits.temp_bytes),
        ("/dev/shm", limits.temp_bytes),
        ("/tmp", limits.temp_bytes),
    ):
        arguments += ["--size", str(size), "--perms", "0755", "--tmpfs", place]
    wanted = tuple(packages)
    if wanted:
        arguments += ["--ro-bind", str(shelf(wanted)), PACKAGES]
    arguments += ["--perms", "0444", "--file", str(launcher), "/r/inside/room.py"]
    arguments += ["--seccomp", str(filter_fd), "--chdir", "/repo"]
    command = [
        "/usr/bin/python3",
        "-I",
        "-S",
        "-B",
        "-c",
        f"{ENTER}room; room.main({theirs.fileno()})",
    ]
    try:
        bubble = Bubble(arguments, command, [theirs.fileno(), filter_fd, launcher])
    except BaseException:
        control.close()
        raise
    finally:
        theirs.close()
        os.close(filter_fd)
        os.close(launcher)
    control.settimeout(HELLO_SECONDS)
    try:
        said, fds, _, _ = socket.recv_fds(control, 16, 2)
    except OSError:
        said, fds = b"", []
    if said != b"room" or len(fds) != 2:
        complaint = bubble.complaint()
        bubble.end()
        control.close()
        raise SessionLost(f"the agent's room does not start: {complaint}")
    return Opened(socket.socket(fileno=fds[0]), fds[1], bubble, control)


def entries(tree: Tree) -> Iterable[tuple[bytes, str, bytes]]:
    """A tree as a room takes it in."""
    return ((path, kind, data) for path, (kind, data) in sorted(tree.items()))


__all__ = ["BASE_URL", "FILES", "PACKAGES", "Opened", "RoomLimits", "entries", "open_room"]
