"""Limits, tried: memory, processes, files, space, output, time."""

from __future__ import annotations

import os
import resource
import select
import signal
import sys
from typing import Any

from . import MIB, refusal


def memory(size: int) -> str:
    """Allocating more than the limit."""
    return refusal(bytearray, size)


def children(most: int) -> int:
    """How many processes can be had at once, trying no more than `most`."""
    reading, writing = os.pipe()
    pids: list[int] = []
    try:
        while len(pids) < most:
            pid = os.fork()
            if pid == 0:
                os.close(writing)
                os.read(reading, 1)
                os._exit(0)
            pids.append(pid)
    except OSError:
        pass
    os.close(writing)
    for pid in pids:
        os.waitpid(pid, 0)
    return len(pids)


def big_file(size: int) -> str:
    """Growing one file (a hole, no blocks) past the limit."""
    with open("/repo/big", "wb") as file:
        return refusal(os.truncate, file.fileno(), size)


def open_files(most: int) -> int:
    """How many files can be open at once, trying no more than `most`."""
    opened: list[int] = []
    try:
        while len(opened) < most:
            opened.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        pass
    for fd in opened:
        os.close(fd)
    return len(opened)


def temporary_space(most: int) -> int:
    """MiB that fit into /tmp and /dev/shm together, trying no more than `most` in each."""
    return _filled("/tmp", MIB, most) + _filled("/dev/shm", MIB, most)


def own_space(step: int, most: int) -> int:
    """MiB that fit into /repo in files of `step` MiB, trying no more than `most` files."""
    return step * _filled("/repo", step * MIB, most)


def _filled(folder: str, size: int, most: int) -> int:
    for number in range(most):
        fd = os.open(f"{folder}/{len(folder)}-{number}", os.O_CREAT | os.O_WRONLY)
        try:
            os.posix_fallocate(fd, 0, size)
        except OSError:
            return number
        finally:
            os.close(fd)
    return most


def names(most: int) -> int:
    """Empty files that fit into /tmp, trying no more than `most`."""
    for number in range(most):
        try:
            os.close(os.open(f"/tmp/{number}", os.O_CREAT | os.O_WRONLY))
        except OSError:
            return number
    return most


def own_names() -> int:
    """How many files /repo can hold, as its file system says."""
    return os.statvfs("/repo").f_files


def settings() -> dict[str, Any]:
    """Hard limits that are set, and whether a process may raise one."""
    kinds = ("CPU", "CORE", "MEMLOCK", "MSGQUEUE")
    found: dict[str, Any] = {
        kind: resource.getrlimit(getattr(resource, f"RLIMIT_{kind}"))[1] for kind in kinds
    }
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    found["raised"] = refusal(resource.setrlimit, resource.RLIMIT_AS, (most, 2 * most))
    return found


def flood(stream: str) -> None:
    """Four times more output than is read."""
    for _ in range(4):
        getattr(sys, stream).write("x" * MIB)


def long_answer() -> str:
    """More than an answer may be."""
    return "x" * (2 * MIB)


def hang(seconds: float) -> None:
    """Do not return (for so long), and hear no signal."""
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    select.select([], [], [], seconds)
