"""What a probe can see and do: the questions of the self-check battery, asked as ordinary calls.

Shipped in as the *tree under test*, so it stands where hostile code would stand. Every try is
bounded in count and size, no kernel setting is written, nothing is sent anywhere but to loopback.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import select
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

MIB = 1024 * 1024


def refusal(action: Callable[..., Any], *args: Any) -> str:
    """The name of the error `action` ends in, or "allowed"."""
    try:
        action(*args)
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    except MemoryError:
        return "MemoryError"
    return "allowed"


def interfaces() -> list[str]:
    """Network interfaces."""
    with open("/proc/self/net/dev") as file:
        return [line.split(":")[0].strip() for line in file.readlines()[2:]]


def routes() -> int:
    """IPv4 routes."""
    with open("/proc/self/net/route") as file:
        return len(file.readlines()) - 1


def families() -> dict[str, str]:
    """Creating (never connecting) sockets that a network namespace does not cover, or that tell."""
    kinds = {
        "vsock": (40, 1),
        "netlink": (16, 3),
        "packet": (17, 3),
        "alg": (38, 5),
        "key": (15, 3),
    }
    return {name: refusal(socket.socket, *kind) for name, kind in kinds.items()}


def reach(port: int, name: str) -> dict[str, str]:
    """Connecting to a listener on the host's loopback, and to one under an abstract name."""
    with socket.socket() as tcp, socket.socket(socket.AF_UNIX) as unix:
        tcp.settimeout(2)
        return {
            "tcp": refusal(tcp.connect, ("127.0.0.1", port)),
            "unix": refusal(unix.connect, "\0" + name),
        }


def exist(paths: list[str]) -> list[str]:
    """Which of the host's paths are here."""
    return [path for path in paths if os.path.lexists(path)]


def root() -> list[str]:
    """The names in /."""
    return sorted(os.listdir("/"))


def mounts_naming(words: list[str]) -> list[str]:
    """Lines of mountinfo that name a host folder."""
    with open("/proc/self/mountinfo") as file:
        return [line.strip() for line in file if any(word in line for word in words)]


def environment() -> list[str]:
    """The names of environment variables."""
    return sorted(os.environ)


def identity() -> dict[str, Any]:
    """Ids, capabilities, privileges."""
    with open("/proc/self/status") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    names = ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")
    return {
        "ids": sorted({*os.getresuid(), *os.getresgid()}),
        "capabilities": max(int(status[name], 16) for name in names),
        "no_new_privileges": status["NoNewPrivs"],
        "seccomp": status["Seccomp"],
        "become_root": refusal(os.setuid, 0),
    }


def writes() -> dict[str, str]:
    """Opening things for writing (nothing is written) outside /repo and /tmp."""
    places = ("/x", "/usr/x", "/py/lib/x", "/r/x", "/r/inside/stub.py", "/dev/x", "/py/bin/python3")
    kernel = ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger")
    flags = os.O_WRONLY | os.O_CREAT
    found = {place: refusal(os.open, place, flags) for place in places}
    found.update({place: refusal(os.open, place, os.O_WRONLY) for place in kernel})
    return {place: word for place, word in found.items() if word == "allowed"}


def processes() -> list[int]:
    """Process ids that can be seen, without pid 1 and our own."""
    seen = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    return sorted(seen - {1, os.getpid()})


def first_process() -> dict[str, str]:
    """What pid 1 shows of itself: bytes, or an error."""

    def read(name: str) -> str:
        try:
            with open(f"/proc/1/{name}", "rb") as file:
                return str(len(file.read(MIB)))
        except OSError as error:
            return errno.errorcode.get(error.errno or 0, "error")

    return {"environ": read("environ"), "mem": refusal(os.open, "/proc/1/mem", os.O_RDWR)}


def calls() -> dict[str, str]:
    """Kernel calls that the filter refuses (with arguments that would do nothing)."""
    libc = ctypes.CDLL(None, use_errno=True)

    def call(name: str, *args: Any) -> None:
        if getattr(libc, name)(*args) < 0:
            raise OSError(ctypes.get_errno(), name)

    return {
        "unshare": refusal(call, "unshare", 0x10000000),
        "mount": refusal(call, "mount", None, b"/tmp", b"tmpfs", ctypes.c_ulong(0), None),
        "ptrace": refusal(call, "ptrace", 0, 0, None, None),
        "memfd_create": refusal(call, "memfd_create", b"x", 0),
        "shmget": refusal(call, "shmget", 0, 4096, 0o1600),
        "personality": refusal(call, "personality", ctypes.c_ulong(0xFFFFFFFF)),
        "io_uring_setup": refusal(call, "syscall", 425, 1, None),
        "clone3": refusal(call, "syscall", 435, None, ctypes.c_ulong(0)),
    }


def devices() -> list[str]:
    """Device files."""
    kinds = (name for name in os.listdir("/dev") if not os.path.isdir("/dev/" + name))
    return sorted(name for name in kinds if not os.path.islink("/dev/" + name))


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


def fill(most: int) -> int:
    """MiB that fit into /tmp and /dev/shm together, trying no more than `most`."""
    written = 0
    for folder in ("/tmp", "/dev/shm"):
        for number in range(most):
            try:
                with open(f"{folder}/{len(folder)}-{number}", "wb", buffering=0) as file:
                    written += file.write(bytes(MIB)) == MIB
            except OSError:
                break
    return written


def names(most: int) -> int:
    """Empty files that fit into /tmp, trying no more than `most`."""
    for number in range(most):
        try:
            os.close(os.open(f"/tmp/{number}", os.O_CREAT | os.O_WRONLY))
        except OSError:
            return number
    return most


def stay() -> str:
    """Leave marks and a process behind."""
    for place in ("/tmp/mark", "/dev/shm/mark", "/repo/mark"):
        with open(place, "w") as file:
            file.write("here")
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 1 << 16)
            select.select([], [], [], 20)
        os._exit(0)
    return "left"


def marks() -> list[str]:
    """Marks that an earlier probe left."""
    return exist(["/tmp/mark", "/dev/shm/mark", "/repo/mark"])


def descriptors() -> list[int]:
    """Open descriptors beside the answer's own."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    found = []
    for number in range(limit):
        try:
            os.fstat(number)
            found.append(number)
        except OSError:
            continue
    return found


def stdin() -> str:
    """What can be read from standard input."""
    return sys.stdin.read(100)


def flood() -> None:
    """Four times more output than is read."""
    for _ in range(4):
        sys.stdout.write("x" * MIB)


def hang() -> None:
    """Do not return (for 20 seconds), and hear no signal."""
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    select.select([], [], [], 20)
