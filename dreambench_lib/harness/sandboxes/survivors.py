"""Looking at a sandbox's processes from the host: as whom they run, and whether any is left."""

from __future__ import annotations

import os
from contextlib import suppress


def alive_in(namespace: int) -> list[int]:
    """Live processes of the user or pid namespace that an open descriptor refers to.

    Open, since the kernel gives the number of a dead namespace to the next one.
    """
    wanted = os.fstat(namespace).st_ino
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            numbers = [os.stat(f"/proc/{name}/ns/{kind}").st_ino for kind in ("user", "pid")]
            if wanted in numbers and not _dead(name):
                found.append(int(name))
    return found


def _dead(pid: str) -> bool:
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] in ("Z", "X")


def users_of(pids: list[int]) -> set[int]:
    """The host's real user ids of these processes."""
    found = set()
    for pid in pids:
        with suppress(OSError), open(f"/proc/{pid}/status") as file:
            line = next(line for line in file if line.startswith("Uid:"))
            found.add(int(line.split()[1]))
    return found
