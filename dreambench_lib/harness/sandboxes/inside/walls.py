"""The kernel calls that wall a probe in; every return code is checked."""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import socket
import struct
from typing import Any

from . import bpf

NEW_PROBE = 0x20000000 | 0x00020000 | 0x08000000 | 0x40000000
"""CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWNET."""
NEW_MOUNTS = 0x00020000
NOSUID, NODEV, NOEXEC, BIND, REC, PRIVATE = 2, 4, 8, 0x1000, 0x4000, 0x40000
SUBREAPER, NO_NEW_PRIVS, DUMPABLE, SECCOMP, BOUNDING_DROP, AMBIENT = 36, 38, 4, 22, 24, 47
DESCRIPTORS = ("tree", "question", "answer", "out", "err")
"""The order in which a probe's descriptors are handed in."""

_libc = ctypes.CDLL(None, use_errno=True)


def _must(name: str, *args: Any) -> int:
    result: int = getattr(_libc, name)(*args)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def prctl(option: int, *values: int) -> int:
    """`prctl(2)` with every argument as wide as the kernel reads it."""
    padded = (*values, 0, 0, 0, 0)[:4]
    return _must("prctl", option, *map(ctypes.c_ulong, padded))


def unshare() -> None:
    """New mount, ipc and network namespaces, and a new pid namespace for the next child."""
    _must("unshare", NEW_PROBE)


def bring_up_loopback() -> None:
    """A network of its own, so that no port or TIME_WAIT of one probe is seen by the next."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        up_and_running = 0x1 | 0x40
        request = struct.pack("16sH14x", b"lo", up_and_running)
        fcntl.ioctl(any_socket, 0x8914, request)  # SIOCSIFFLAGS


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: str = "") -> None:
    def text(value: str | None) -> bytes | None:
        return value.encode() if value else None

    _must("mount", text(source), text(target), text(kind), ctypes.c_ulong(flags), text(data))


def mount_own(limits: dict[str, Any]) -> None:
    """This probe's own /proc (processes only), /tmp, /dev/shm and /repo."""
    _mount(None, "/", None, REC | PRIVATE)
    _mount("proc", "/proc", "proc", NOSUID | NODEV | NOEXEC, "subset=pid")
    _mount("tmpfs", "/tmp", "tmpfs", NOSUID | NODEV, _size(limits, "temp") + ",mode=1777")
    _mount("/tmp", "/dev/shm", None, BIND)
    _mount("tmpfs", "/repo", "tmpfs", NOSUID | NODEV, _size(limits, "repo") + ",mode=0755")


def _size(limits: dict[str, Any], which: str) -> str:
    return f"size={limits[which + '_bytes']},nr_inodes={limits[which + '_files']}"


def mount_spaces(spaces: list[tuple[str, int, int]]) -> None:
    """Memory over these folders, each with its bytes and files, seen by this process's own only.

    Raises:
        OSError: where a machine lets nobody but root mount anything.
    """
    _must("unshare", NEW_MOUNTS)
    _mount(None, "/", None, REC | PRIVATE)
    for place, size, files in spaces:
        settings = f"size={size},nr_inodes={files},mode=0755"
        _mount("tmpfs", place, "tmpfs", NOSUID | NODEV, settings)


def keep_only(fds: list[int]) -> None:
    """The probe's descriptors: 0 null, 1 out, 2 err, 3 question, 4 answer, nothing else."""
    # Out of the way first: a descriptor handed in may itself be one of 0 to 4.
    _, question, answer, out, err = (fcntl.fcntl(fd, fcntl.F_DUPFD, 16) for fd in fds)
    null = os.open("/dev/null", os.O_RDWR)
    for number, fd in enumerate((null, out, err, question, answer)):
        os.dup2(fd, number, inheritable=number < 3)
    os.closerange(5, 1 << 30)


def give_up_privileges(become: int | None = None) -> None:
    """No capability in any set, none to be had again, and the call filter.

    `become` is the user (and only group) to be from now on, where the runner may choose one.
    """
    prctl(NO_NEW_PRIVS, 1)
    for capability in range(64):
        try:
            prctl(BOUNDING_DROP, capability)
        except OSError:
            break
    prctl(AMBIENT, 4)
    if become is not None:
        become_user(become)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    _must("capset", header, (ctypes.c_uint32 * 6)())
    load_filter()
    with open("/proc/self/status") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    sets = [status[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")]
    if any(int(each, 16) for each in sets) or status["Seccomp"] != "2":
        raise OSError(f"privileges are left: {sets}, seccomp {status['Seccomp']}")


def become_user(user: int) -> None:
    """Be `user` in every id, with no other group."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def load_filter() -> None:
    """Install the seccomp program for this process and its children."""

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))

    steps = bpf.program()
    buffer = ctypes.create_string_buffer(steps, len(steps))
    whole = Program(len(steps) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    _must("prctl", SECCOMP, ctypes.c_ulong(2), ctypes.byref(whole), ctypes.c_ulong(0), 0)


def set_limits(limits: dict[str, Any]) -> None:
    """Per process, and for the number of processes per (namespace, user)."""
    for name, value in (
        ("CORE", 1),  # 0 would still hand a core to a program that the host has for them
        ("MEMLOCK", 0),
        ("MSGQUEUE", 0),
        ("SIGPENDING", 64),
        ("CPU", limits["cpu_seconds"]),
        ("FSIZE", limits["file_bytes"]),
        ("NOFILE", limits["open_files"]),
        ("NPROC", limits["processes"]),
        ("AS", limits["memory_bytes"]),
    ):
        number = getattr(resource, "RLIMIT_" + name)
        resource.setrlimit(number, (value, value))
    # If memory runs out on the host, the probe goes first.
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")
