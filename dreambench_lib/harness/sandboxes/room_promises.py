"""What an agent's room promises: as a probe's sandbox, but for its tools and its one door."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from .agent_room import ENVIRONMENT, RoomLimits
from .asks import Answer, Ask, Host, ask
from .base import MIB
from .inside.tree import PORT
from .promises import questions

MODEL = "the model"
"""What the door says in a self-check."""
NAMES = ["agent", "bin", "dev", "home", "lib", "lib64", "packages", "proc", "programs", "py", "r",
         "repo", "sbin", "tmp", "usr"]  # fmt: skip
"""What / holds."""
ROOT, MOUNTS = "nothing else in /", "no mount names a folder of the host"
LEFT_OUT = ("no program but Python",)
"""Promises of a probe's sandbox that a room does not make."""
TRIED = RoomLimits(
    seconds=90.0, repo_bytes=64 * MIB, temp_bytes=16 * MIB, file_bytes=16 * MIB, space_files=4_096
)
"""Limits of a self-check: its spaces are small, so that filling them costs nobody much."""


def room_questions(host: Host, limits: RoomLimits = TRIED) -> Iterator[Ask]:
    """The calls of a room's battery, in an order in which none disturbs the next."""
    instead = {one.answers[0].name: one for one in _otherwise()}
    for question in questions(host):
        first = question.answers[0].name
        if question.group != "limits" and first not in LEFT_OUT:
            yield instead.get(first, question)
    yield from _door()
    yield from _limits(limits)


def _otherwise() -> list[Ask]:
    """What a room promises in other words than a probe's sandbox."""
    closed = ["/etc", "/sys", "/root", "/var", "/run", "/srv", "/mnt", "/media", "/boot", "/opt"]
    named = [tempfile.gettempdir() + "/", "/root/", "/var/"]
    home = Path.home()
    return [
        ask("files", "files:listed", Answer("no folder of the system shows anything", []),
            args=(closed,)),
        ask("files", "files:root", Answer(ROOT, NAMES)),
        ask("environment", "identity:environment", Answer("the environment is ours", ENVIRONMENT)),
        ask("environment", "identity:surroundings",
            Answer("work starts in the tree", "/repo", "folder"),
            Answer("the umask is the usual one", 0o022, "umask"),
            Answer("the host's name is hidden", "sandbox", "host"),
            Answer("standard input is empty", "", "stdin"),
            Answer("no stray descriptor", [0, 1, 2], "descriptors")),
        ask("mounts", "files:mounts_naming", Answer(MOUNTS, []),
            args=([*named, *([f"{home}/"] if len(home.parts) > 2 else [])],)),
    ]  # fmt: skip


def _door() -> Iterator[Ask]:
    files = ["/etc/resolv.conf", "/etc/hosts", "/etc/hostname"]
    yield ask("door", "doors:listeners", Answer("one listener, on loopback",
                                                [f"0100007F:{PORT:04X}"]))  # fmt: skip
    yield ask("door", "doors:model", Answer("the model answers", MODEL), args=(PORT,))
    yield ask("door", "doors:resolver", Answer("looking a name up fails", "EAI_AGAIN"))
    yield ask("door", "doors:told", Answer("no file tells of networks", _nothing), args=(files,))
    yield ask("door", "doors:packages", Answer("no benchmark below /usr", []))


def _nothing(told: dict[str, object]) -> bool:
    return bool(told) and all(word in (0, "ENOENT") for word in told.values())


def _limits(limits: RoomLimits) -> Iterator[Ask]:
    temp, repo = limits.temp_bytes // MIB, limits.repo_bytes // MIB
    step = limits.file_bytes // MIB
    yield ask("limits", "limits:memory", Answer("memory is limited", "MemoryError"),
              args=(2 * limits.memory_bytes,))  # fmt: skip
    yield ask("limits", "limits:children",
              Answer("processes are limited", lambda got: 16 < got < limits.processes),
              args=(2 * limits.processes,))  # fmt: skip
    yield ask("limits", "limits:big_file", Answer("a file's size is limited", "EFBIG"),
              args=(2 * limits.file_bytes,))  # fmt: skip
    yield ask("limits", "limits:open_files",
              Answer("open files are limited", lambda got: 0 < got < limits.open_files),
              args=(2 * limits.open_files,))  # fmt: skip
    yield ask("limits", "limits:temporary_space",
              Answer("temporary space is limited", lambda got: 0 < got <= 2 * temp),
              args=(2 * temp,))  # fmt: skip
    yield ask("limits", "limits:own_space",
              Answer("space for the tree is limited", lambda got: 0 < got <= repo),
              args=(step, 2 * repo // step))  # fmt: skip
    yield ask("limits", "limits:names",
              Answer(FEW_FILES, lambda got: 0 < got < limits.space_files),
              args=(limits.space_files + 100,))  # fmt: skip
    yield ask("limits", "limits:own_names",
              Answer(FEW_OWN, lambda got: 0 < got <= limits.space_files))  # fmt: skip
    yield ask("limits", "limits:settings",
              Answer("processor time is limited", limits.cpu_seconds, "CPU"),
              Answer("nothing dumps core", 1, "CORE"),
              Answer("no memory can be locked", 0, "MEMLOCK"),
              Answer("no message queue can be made", 0, "MSGQUEUE"),
              Answer("no limit can be raised", "ValueError", "raised"))  # fmt: skip


FEW_FILES, FEW_OWN = "temporary files are limited", "files of the tree are limited"
