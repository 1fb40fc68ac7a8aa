"""Files: what is here of the host, what can be written, what the mounts say."""

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from typing import Any

from . import MIB, refusal

CANARY = re.compile(rb"canary-[0-9a-f]{32}")


def exist(paths: list[str]) -> list[str]:
    """Which of these paths are here."""
    return [path for path in paths if os.path.lexists(path)]


def root() -> list[str]:
    """The names in /."""
    return sorted(os.listdir("/"))


def listed(folders: list[str]) -> list[str]:
    """Which of these folders show anything."""
    shown = []
    for folder in folders:
        with suppress(OSError):
            if os.listdir(folder):
                shown.append(folder)
    return shown


def beginnings() -> dict[str, list[str]]:
    """What the places that can be written to hold before anything was written."""
    places = {"repo": "/repo", "tmp": "/tmp", "shm": "/dev/shm"}
    found = {key: sorted(os.listdir(place)) for key, place in places.items()}
    found["repo"] = [name for name in found["repo"] if name != "facts"]
    return found


def own_tree() -> str:
    """Writing beside our own code."""
    with open("/repo/made", "w") as file:
        file.write("here")
    with open("/repo/made") as file:
        return file.read()


def writes() -> dict[str, Any]:
    """Opening things for writing (nothing is written) outside the probe's own places."""
    groups = {
        "system": ["/x", "/usr/x", "/py/x", "/py/lib/x", "/py/bin/python3", "/usr/lib/x"],
        "ours": ["/r/x", "/r/inside/x", "/r/inside/stub.py"],
        "devices": ["/dev/x", "/dev/mqueue/x", "/dev/pts/x"],
    }
    flags = os.O_WRONLY | os.O_CREAT
    return {
        key: [place for place in places if refusal(os.open, place, flags) == "allowed"]
        for key, places in groups.items()
    }


def kernel_settings() -> list[str]:
    """Kernel settings that can be opened for writing (nothing is written)."""
    found = []
    switches = ["/proc/sysrq-trigger"]
    for folder, _, names in os.walk("/proc/sys"):
        switches += [f"{folder}/{name}" for name in names]
    for path in switches:
        with suppress(OSError):
            os.close(os.open(path, os.O_WRONLY))
            found.append(path)
    return found


def read_only() -> list[str]:
    """Which of the system's folders are on a mount that can be written to."""
    places = ("/", "/usr", "/py", "/r")
    return [place for place in places if not os.statvfs(place).f_flag & os.ST_RDONLY]


def mounts_naming(words: list[str]) -> list[str]:
    """Lines of mountinfo that hold one of these words."""
    with open("/proc/self/mountinfo") as file:
        return [line.strip() for line in file if any(word in line for word in words)]


def devices() -> list[str]:
    """Device files, without links and folders."""
    found = []
    for name in os.listdir("/dev"):
        mode = os.lstat("/dev/" + name).st_mode
        if not stat.S_ISDIR(mode) and not stat.S_ISLNK(mode):
            found.append(name)
    return sorted(found)


def make_device() -> dict[str, str]:
    """Making a device file of one's own (of /dev/null, and of the first disk)."""
    kinds = {"char": (stat.S_IFCHR, 1, 3), "block": (stat.S_IFBLK, 8, 0)}
    return {
        key: refusal(os.mknod, f"/tmp/{key}", kind | 0o600, os.makedev(major, minor))
        for key, (kind, major, minor) in kinds.items()
    }


def canaries() -> dict[str, list[str]]:
    """Where a canary of the host can be read: small files, /proc of anybody, our own memory."""
    return {"files": _in_files(), "processes": _in_processes(), "memory": _in_memory()}


def _in_files() -> list[str]:
    found = []
    for top in ("/repo", "/tmp", "/dev/shm", "/r", "/etc", "/home", "/root", "/var", "/run"):
        for folder, _, names in os.walk(top):
            found += [f"{folder}/{n}" for n in names if _holds(f"{folder}/{n}", CANARY)]
    return found


def _in_processes() -> list[str]:
    names = ("environ", "cmdline", "mountinfo", "maps", "status", "stat", "cgroup")
    pids = [name for name in os.listdir("/proc") if name.isdigit()]
    paths = [f"/proc/{pid}/{name}" for pid in pids for name in names]
    return [path for path in paths if _holds(path, CANARY)]


def _in_memory() -> list[str]:
    found = []
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", buffering=0) as memory:
        for line in maps.readlines():
            span, rights = line.split()[:2]
            start, end = (int(part, 16) for part in span.split("-"))
            if rights.startswith("rw") and end - start <= 64 * MIB:
                with suppress(OSError):
                    memory.seek(start)
                    if CANARY.search(memory.read(end - start)):
                        found.append(span)
    return found


def words_in_processes(words: list[str]) -> list[str]:
    """Command lines and environments, of any process, that hold one of these words."""
    wanted = re.compile(b"|".join(re.escape(word.encode()) for word in words))
    pids = [name for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]
    paths = [f"/proc/{pid}/{name}" for pid in pids for name in ("environ", "cmdline")]
    return [path for path in paths if _holds(path, wanted)]


def _holds(path: str, wanted: re.Pattern[bytes]) -> bool:
    try:
        with open(path, "rb") as file:
            return wanted.search(file.read(MIB)) is not None
    except OSError:
        return False
