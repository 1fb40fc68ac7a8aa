"""A room for one agent's session: a repository in memory, one listener, nothing else.

The whole of /usr is shown, so an agent has the distribution's tools and Python; /etc, homes and
every other place of the host are not there. The repository lies in a tmpfs of bounded size and is
read through its folder's descriptor once everything inside is dead.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from ...records import Record
from ...trees import Tree
from .base import MIB, SessionLost
from .inside import tree as blobs
from .inventory import memory_file
from .programs import PROGRAMS

HELLO_SECONDS = 20.0
BASE_URL = f"http://127.0.0.1:{blobs.PORT}/v1"
FILES = "/agent"
PACKAGES = "/packages"
KILLED = 137
"""The status of a program that was killed together with its room."""
NO_PROGRAMS: Mapping[str, Path] = MappingProxyType({})
ENVIRONMENT = {
    "PATH": "/py/bin:/usr/bin:/bin",
    "HOME": "/home/agent",
    "TMPDIR": "/tmp",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}


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
    """Of /tmp, /dev/shm, the home and the agent's own files, each."""
    space_files: int = 32_768
    """Names in each of these places and in the repository."""

    @property
    def spaces(self) -> list[tuple[str, int, int]]:
        """Where an agent may write: the folder, its bytes, its files."""
        temporary = ("/agent", "/home/agent", "/dev/shm", "/tmp")
        return [
            ("/repo", self.repo_bytes, self.space_files),
            *((place, self.temp_bytes, self.space_files) for place in temporary),
        ]


class Wall(Protocol):
    """What holds a room."""

    processes: int | None
    """The limit that each process is told, or None where the wall counts them itself."""

    def end(self, first: int) -> None:
        """Everything inside is dead afterwards; `first` is a pidfd of its first process."""
        ...


class Opened(NamedTuple):
    """A room that waits for its order."""

    listener: socket.socket
    """Listens inside; whoever accepts on it serves this agent and nobody else."""
    folder: int
    """The repository's folder."""
    ended: int
    """Readable once everything inside is dead (a pidfd of its first process)."""
    namespace: int
    """The pid namespace of all processes inside, to look for survivors."""
    control: socket.socket
    wall: Wall

    def start(
        self,
        repository: Iterable[tuple[bytes, str, bytes]],
        files: Mapping[str, bytes],
        argv: Iterable[str],
        environment: Mapping[str, str],
        limits: RoomLimits,
        outputs: tuple[int, int],
    ) -> None:
        """Send the order; the program then runs until it ends or the room is ended."""
        own = ((name.encode(), "file", data) for name, data in sorted(files.items()))
        fds = [memory_file(blobs.pack(repository)), memory_file(blobs.pack(own)), *outputs]
        told: dict[str, Any] = limits.model_dump(mode="json")
        order = {
            "argv": list(argv),
            "environment": {**ENVIRONMENT, **environment},
            "limits": {**told, "processes": self.wall.processes},
        }
        try:
            socket.send_fds(self.control, [json.dumps(order).encode()], fds)
        except OSError as error:
            raise SessionLost(f"the agent's room is gone ({error.strerror})") from None
        finally:
            for fd in fds[:2]:
                os.close(fd)

    def status(self) -> int:
        """How the program ended: its status, or 128 and the signal; read once `ended`."""
        with suppress(OSError, ValueError, KeyError):
            return int(json.loads(self.control.recv(1 << 10))["status"])
        return KILLED

    def kill(self) -> None:
        """Begin to end everything inside: its first process does not stay without us."""
        with suppress(OSError):
            self.control.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Everything in the room is dead afterwards; the folder stays readable until closed."""
        self.kill()
        self.wall.end(self.ended)
        self.control.close()
        os.close(self.ended)
        os.close(self.namespace)


class OpenRoom(Protocol):
    """A fresh room; each sandbox has its own."""

    def __call__(
        self, limits: RoomLimits, packages: Iterable[str] = (),
        programs: Mapping[str, Path] = NO_PROGRAMS,
    ) -> Opened:  # fmt: skip
        """Open it.

        Args:
            packages: Distributions of this process's Python, shown with what they need.
            programs: Folders of this machine by their name below /programs.

        Raises:
            SessionLost: it does not start.
            BadInput: a package or a program's folder is missing, or this Python is another than
                the distribution's.
        """
        ...


def welcome(control: socket.socket, wall: Wall) -> Opened | None:
    """The room whose first process says hello, or None; its descriptors are then closed."""
    control.settimeout(HELLO_SECONDS)
    try:
        said, fds, _, _ = socket.recv_fds(control, 16, 4)
    except OSError:
        said, fds = b"", []
    if said == b"room" and len(fds) == 4:
        listener, folder, ended, namespace = fds
        return Opened(socket.socket(fileno=listener), folder, ended, namespace, control, wall)
    for fd in fds:
        os.close(fd)
    control.close()
    return None


def entries(tree: Tree) -> Iterable[tuple[bytes, str, bytes]]:
    """A tree as a room takes it in."""
    return ((path, kind, data) for path, (kind, data) in sorted(tree.items()))


__all__ = ["BASE_URL", "FILES", "NO_PROGRAMS", "PACKAGES", "PROGRAMS", "OpenRoom", "Opened",
           "RoomLimits", "Wall", "entries", "welcome"]  # fmt: skip
