"""The host before and after: what no attack may leave, change or start.

Other programs come and go on the same machine, so new processes count when they descend from this
one, and new listeners when their owner is such a process or lives in another pid namespace.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

SUBREAPER = 36
LISTENING = "0A"
SETTINGS = """
    kernel/core_pattern kernel/core_uses_pid kernel/domainname kernel/dmesg_restrict
    kernel/hostname kernel/kptr_restrict kernel/modprobe kernel/modules_disabled kernel/msgmax
    kernel/msgmnb kernel/msgmni kernel/panic kernel/panic_on_oops kernel/perf_event_paranoid
    kernel/pid_max kernel/printk kernel/randomize_va_space kernel/sem kernel/shmall kernel/shmmax
    kernel/shmmni kernel/sysrq kernel/threads-max kernel/unprivileged_bpf_disabled
    fs/file-max fs/nr_open fs/pipe-max-size fs/protected_fifos fs/protected_hardlinks
    fs/protected_regular fs/protected_symlinks fs/suid_dumpable fs/inotify/max_user_instances
    fs/inotify/max_user_watches fs/mqueue/msg_max vm/drop_caches vm/mmap_min_addr
    vm/oom_kill_allocating_task vm/overcommit_memory vm/overcommit_ratio vm/panic_on_oom
    vm/swappiness user/max_user_namespaces user/max_pid_namespaces user/max_mnt_namespaces
"""
"""Kernel settings that are read (never written) before and after every case."""
ENGINES = ("/docker", "/containerd", "/overlay2/", "/netns/")
"""Mounts of container engines: theirs to make and to remove."""


class HostState(NamedTuple):
    """What is compared."""

    processes: frozenset[str]
    listeners: frozenset[str]
    mounts: frozenset[str]
    settings: frozenset[str]
    files: frozenset[str]


def snapshot(canaries: Path) -> HostState:
    """The host as it is, with every file under `canaries`."""
    family = descendants()
    return HostState(
        processes=frozenset(f"{pid} {name}" for pid, name in family.items()),
        listeners=frozenset(_listeners(family)),
        mounts=frozenset(_mounts()),
        settings=frozenset(_settings()),
        files=frozenset(_files(canaries)),
    )


def differences(before: HostState, after: HostState) -> list[str]:
    """What changed, in words; empty when nothing did."""
    found = []
    for what, old, new in zip(HostState._fields, before, after, strict=True):
        gone = old - new if what not in ("processes", "listeners") else frozenset()
        found += [f"{what}: new {item}" for item in sorted(new - old)]
        found += [f"{what}: gone {item}" for item in sorted(gone)]
    return found


@contextmanager
def adopting_orphans() -> Iterator[None]:
    """Orphans of our children become ours meanwhile, so that none is out of sight."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        libc.prctl(SUBREAPER, 0, 0, 0, 0)


def descendants() -> dict[int, str]:
    """Live processes below this one: pid to name."""
    children: dict[int, list[tuple[int, str]]] = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            text = Path(f"/proc/{entry}/stat").read_text(errors="replace")
            name, _, rest = text.partition("(")[2].rpartition(")")
            state, parent = rest.split()[:2]
            if state not in ("Z", "X"):
                children.setdefault(int(parent), []).append((int(entry), name))
    found: dict[int, str] = {}
    waiting = [os.getpid()]
    while waiting:
        below = children.get(waiting.pop(), [])
        found |= dict(below)
        waiting += [pid for pid, _ in below]
    return found


def _listeners(family: dict[int, str]) -> Iterator[str]:
    ours = os.stat("/proc/self/ns/pid").st_ino
    sockets = {}
    for table in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == LISTENING:
                    sockets[f"socket:[{fields[9]}]"] = f"{table} {fields[1]}"
    for entry in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            foreign = os.stat(f"/proc/{entry}/ns/pid").st_ino != ours
            if foreign or int(entry) in family:
                for fd in os.listdir(f"/proc/{entry}/fd"):
                    target = os.readlink(f"/proc/{entry}/fd/{fd}")
                    if target in sockets:
                        yield sockets[target]


def _mounts() -> Iterator[str]:
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        root, place = line.split()[3:5]
        # A folder bound onto itself is how an engine prepares its own.
        itself = root != "/" and place.endswith(root)
        if not itself and not any(engine in place for engine in ENGINES):
            yield place


def _settings() -> Iterator[str]:
    for name in SETTINGS.split():
        with suppress(OSError):
            yield f"{name} = {Path('/proc/sys', name).read_text().strip()}"


def _files(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        seen = path.lstat()
        text = path.read_bytes()[:4096] if path.is_file() else b""
        yield f"{path.name} {oct(seen.st_mode)} {seen.st_uid} {seen.st_mtime_ns} {text!r}"
