"""An agent's room by bubblewrap."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterable, Mapping
from pathlib import Path

from .agent_room import NO_PROGRAMS, PACKAGES, PROGRAMS, Opened, RoomLimits, welcome
from .base import SessionLost
from .inventory import ENTER, memory_file, shipped
from .launch import Bubble
from .packages import shelf
from .programs import stands
from .usr import USR, hidden

FIXED = """
    --unshare-all --unshare-user --disable-userns --die-with-parent --new-session --as-pid-1
    --hostname sandbox --uid 1000 --gid 1000 --clearenv
    --cap-drop ALL --cap-add CAP_SYS_ADMIN --cap-add CAP_SETPCAP
    --dir /py --dir /py/bin --dir /usr --dir /r --dir /home --dir /packages --dir /programs
    --symlink usr/bin /bin --symlink usr/sbin /sbin
    --symlink usr/lib /lib --symlink usr/lib64 /lib64
    --symlink /usr/bin/python3 /py/bin/python --proc /proc --dev /dev
    --ro-bind /proc/sys /proc/sys --chdir /repo
"""
"""The two rights are the first process's, to limit the number of files; it drops them."""
MORE = ("clean", "room", "users")
OURS = tuple(f"{name}.py" for name in MORE)


class Bubbled:
    """A bubble as the wall of a room."""

    def __init__(self, bubble: Bubble, processes: int) -> None:
        self.processes: int | None = processes
        self._bubble = bubble

    def end(self, first: int) -> None:
        """See `Wall`."""
        self._bubble.end()


def open_bubble(
    limits: RoomLimits, packages: Iterable[str] = (),
    programs: Mapping[str, Path] = NO_PROGRAMS, usr: Path = USR,
) -> Opened:  # fmt: skip
    """See `OpenRoom`; `usr` is what is shown as /usr."""
    words = [*FIXED.split(), "--ro-bind", str(usr), "/usr"]
    for covered in hidden(usr):
        words += _cover(covered, usr)
    for place, size, _ in limits.spaces:
        words += ["--size", str(size), "--perms", "0755", "--tmpfs", place]
    wanted = tuple(packages)
    if wanted:
        words += ["--ro-bind", str(shelf(wanted)), PACKAGES]
    for name, folder in stands(programs).items():
        words += ["--ro-bind", str(folder), f"{PROGRAMS}/{name}"]
    files = {name: memory_file(data) for name, data in shipped(MORE).items() if name in OURS}
    for name, fd in files.items():
        words += ["--perms", "0444", "--file", str(fd), f"/r/inside/{name}"]
    control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    enter = f"{ENTER}room; room.by_descriptor({theirs.fileno()}, {json.dumps(limits.spaces)})"
    command = ["/usr/bin/python3", "-I", "-S", "-B", "-c", enter]
    try:
        bubble = Bubble(words, command, [theirs.fileno(), *files.values()])
    except BaseException:
        control.close()
        raise
    finally:
        theirs.close()
        for fd in files.values():
            os.close(fd)
    opened = welcome(control, Bubbled(bubble, limits.processes))
    if opened is None:
        complaint = bubble.complaint()
        bubble.end()
        raise SessionLost(f"the agent's room does not start: {complaint}")
    return opened


def _cover(place: Path, usr: Path) -> list[str]:
    if (usr / place.relative_to(USR)).is_dir():
        return ["--size", "4096", "--tmpfs", str(place), "--remount-ro", str(place)]
    return ["--ro-bind", "/dev/null", str(place)]
