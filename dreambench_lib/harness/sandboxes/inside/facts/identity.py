"""Who a probe is, which processes it sees, and which kernel calls it is refused."""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import socket
import sys
from typing import Any

from . import refusal


def environment() -> dict[str, str]:
    """The environment."""
    return dict(sorted(os.environ.items()))


def surroundings() -> dict[str, Any]:
    """What else a program inherits."""
    old = os.umask(0o022)
    return {
        "folder": os.getcwd(),
        "umask": old,
        "host": socket.gethostname(),
        "stdin": sys.stdin.read(100),
        "descriptors": _descriptors(),
    }


def _descriptors() -> list[int]:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    found = []
    for number in range(limit):
        try:
            os.fstat(number)
            found.append(number)
        except OSError:
            continue
    return found


def identity() -> dict[str, Any]:
    """Ids, groups, capabilities, privileges."""
    with open("/proc/self/status") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    names = ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")
    ids = sorted({*os.getresuid(), *os.getresgid()})
    return {
        "ids": ids,
        "groups": sorted(set(os.getgroups()) - {*ids, 65534}),
        "capabilities": {name: int(status[name], 16) for name in names},
        "no_new_privileges": status["NoNewPrivs"],
        "seccomp": status["Seccomp"],
        "become_root": refusal(os.setuid, 0) != "allowed",
    }


def processes() -> list[int]:
    """Process ids that can be seen, without pid 1 and our own."""
    seen = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    return sorted(seen - {1, os.getpid()})


def first_process() -> dict[str, Any]:
    """What pid 1 shows of itself, and whether it can be reached."""
    return {
        "environ": _shown("/proc/1/environ"),
        "memory": refusal(os.open, "/proc/1/mem", os.O_RDWR),
        "descriptors": refusal(os.listdir, "/proc/1/fd"),
        "root": refusal(os.listdir, "/proc/1/root/"),
    }


def _shown(path: str) -> int:
    try:
        with open(path, "rb") as file:
            return len(file.read(1 << 20))
    except OSError:
        return 0


def calls() -> dict[str, str]:
    """Kernel calls that the filter refuses (with arguments that would do nothing)."""
    libc = ctypes.CDLL(None, use_errno=True)

    def tried(*args: Any) -> str:
        ctypes.set_errno(0)
        words = [ctypes.c_ulong(arg) if isinstance(arg, int) else arg for arg in args]
        done = libc.syscall(*words) >= 0
        return "allowed" if done else errno.errorcode.get(ctypes.get_errno(), "?")

    x86 = os.uname().machine == "x86_64"
    numbers = {
        "unshare": (272, 97, 0x10000000), "setns": (308, 268, 1 << 20, 0),
        "mount": (165, 40, None, b"/tmp", b"tmpfs", 0, None), "umount2": (166, 39, b"/none", 0),
        "pivot_root": (155, 41, b"/none", b"/none"), "chroot": (161, 51, b"/none"),
        "ptrace": (101, 117, 0, 0, 0, 0), "process_vm_readv": (310, 270, 1, None, 0, None, 0, 0),
        "memfd_create": (319, 279, b"x", 0), "shmget": (29, 194, 0, 4096, 0o1600),
        "keyctl": (250, 219, 0, 0), "bpf": (321, 280, 0, None, 0),
        "perf_event_open": (298, 241, None, 0, 0, 0, 0), "userfaultfd": (323, 282, 0),
        "open_by_handle_at": (304, 265, 1 << 20, None, 0), "personality": (135, 92, 0xFFFFFFFF),
        "io_uring_setup": (425, 425, 1, None), "pidfd_getfd": (438, 438, 1 << 20, 0, 0),
        "syslog": (103, 116, 10, None, 0), "clone3": (435, 435, None, 0),
        "io_setup": (206, 0, 0, None), "syncfs": (306, 267, 1 << 20),
    }  # fmt: skip
    return {name: tried(row[0] if x86 else row[1], *row[2:]) for name, row in numbers.items()}
