"""What a sandbox promises, as questions with their right answers (asked by `battery.py`)."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from .base import DEFAULT, MIB

HERE = Path(__file__).resolve()


class Host(NamedTuple):
    """Things on the host that no probe must reach."""

    port: int
    abstract: str
    canary: str


class Ask(NamedTuple):
    """A function of `inside/facts.py`, and what must come back (a value, or a test of it)."""

    name: str
    function: str
    args: tuple[Any, ...]
    expected: Any


def questions(host: Host) -> list[Ask]:
    """The battery's calls."""
    return [*_network(host), *_files(host), *_privileges(), *_limits()]


def _network(host: Host) -> list[Ask]:
    refused = dict.fromkeys(("vsock", "netlink", "packet", "alg", "key"), "EPERM")
    reached = dict.fromkeys(("tcp", "unix"), "ECONNREFUSED")
    return [
        Ask("only lo exists", "interfaces", (), ["lo"]),
        Ask("there is no route", "routes", (), 0),
        Ask("socket families are refused", "families", (), refused),
        Ask("the host's listeners are away", "reach", (host.port, host.abstract), reached),
    ]


def _files(host: Host) -> list[Ask]:
    project = str(HERE.parents[2])
    paths = [project, host.canary, "/etc", "/home", "/root", "/sys", "/run", "/var", "/bin"]
    paths += ["/usr/bin", "/usr/share"]
    if len(Path.home().parts) > 2:  # a home of "/" or "/tmp" has a namesake inside
        paths.append(str(Path.home()))
    words = [project, tempfile.gettempdir() + "/"]
    names = ["dev", "lib", "lib64", "proc", "py", "r", "repo", "tmp", "usr"]
    devices = ["full", "null", "random", "tty", "urandom", "zero"]
    return [
        Ask("no file of the host", "exist", (paths,), []),
        Ask("nothing else in /", "root", (), names),
        Ask("no host folder in mountinfo", "mounts_naming", (words,), []),
        Ask("only harmless devices", "devices", (), devices),
        Ask("nothing is written outside", "writes", (), {}),
    ]


def _privileges() -> list[Ask]:
    me = {"ids": [1000], "capabilities": 0, "no_new_privileges": "1", "seccomp": "2"}
    me["become_root"] = "EINVAL"  # there is no root in the namespace
    barred = ("unshare", "mount", "ptrace", "memfd_create", "shmget", "personality")
    calls = dict.fromkeys((*barred, "io_uring_setup"), "EPERM") | {"clone3": "ENOSYS"}
    variables = ["HOME", "LANG", "PATH", "PYTHONHASHSEED"]
    return [
        Ask("no privileges", "identity", (), me),
        Ask("kernel calls are refused", "calls", (), calls),
        Ask("the environment is empty", "environment", (), variables),
        Ask("no other process is seen", "processes", (), []),
        Ask("pid 1 shows nothing", "first_process", (), _shows_nothing),
        Ask("standard input is empty", "stdin", (), ""),
        Ask("no stray descriptor", "descriptors", (), [0, 1, 2, 4]),
    ]


def _limits() -> list[Ask]:
    return [
        Ask("memory is limited", "memory", (2 * DEFAULT.memory_bytes,), "MemoryError"),
        Ask("processes are limited", "children", (2 * DEFAULT.processes,), _few_processes),
        Ask("a file's size is limited", "big_file", (2 * DEFAULT.file_bytes,), "EFBIG"),
        Ask("temporary space is limited", "fill", (40,), _little_space),
    ]


def _shows_nothing(value: Any) -> bool:
    return value["environ"] in ("0", "EACCES") and value["mem"] != "allowed"


def _few_processes(value: Any) -> bool:
    return 0 < int(value) < DEFAULT.processes


def _little_space(value: Any) -> bool:
    return 0 < int(value) * MIB <= 2 * DEFAULT.temp_bytes
