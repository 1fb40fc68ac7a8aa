"""An agent's room in a container of a local Docker engine: no root inside, not even at first."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ...errors import BadInput, Infra
from . import container as containers
from .agent_room import NO_PROGRAMS, PACKAGES, PROGRAMS, Opened, RoomLimits, welcome
from .base import SessionLost, Weaker
from .container import CONTROL, SETTINGS
from .container_start import ended, launched, removed
from .docker import reaped
from .engine import LABEL, client, driver
from .inventory import ENTER
from .launch import UNPRIVILEGED
from .packages import shelf
from .programs import stands
from .room_image import find_or_make
from .room_promises import MOUNTS, NAMES, ROOT
from .usr import USR, hidden

NETWORK_FILES = ("/etc/hosts", "/etc/hostname", "/etc/resolv.conf")
"""What the engine tells of the machine's network: shown as nothing."""


WEAKER = {
    ROOT: Weaker(
        sorted((".dockerenv", "etc", "sys", *NAMES)),
        "the engine adds a mark and two folders, which are closed",
    ),
    MOUNTS: containers.WEAKER[MOUNTS],
    "no resolver's file": Weaker(["/etc/resolv.conf", "/etc/hosts"], "they are there, and empty"),
}


class Container:
    """A container as the wall of a room."""

    processes: int | None = None

    def __init__(self, container: Any) -> None:
        self._container = container

    def end(self, first: int) -> None:
        """See `Wall`."""
        gone = ended(first)
        if not (removed(self._container) or gone):
            raise Infra("a container stays alive: restart dockerd, then resume the run")


def require_local() -> None:
    """Refuse an engine that is elsewhere.

    Raises:
        BadInput: if DOCKER_HOST names one.
    """
    host = os.environ.get("DOCKER_HOST", "")
    if host and not host.startswith("unix://"):
        raise BadInput(
            f"agents that are programs need a Docker engine on this machine, not {host}: unset "
            "DOCKER_HOST, or give --sandbox bubblewrap"
        )


def open_container(
    limits: RoomLimits, packages: Iterable[str] = (),
    programs: Mapping[str, Path] = NO_PROGRAMS, usr: Path = USR,
) -> Opened:  # fmt: skip
    """See `OpenRoom`; `usr` is what is shown as /usr."""
    require_local()
    wanted = tuple(packages)
    shown = {str(usr): "/usr"}
    if wanted:
        shown[str(shelf(wanted))] = PACKAGES
    for name, folder in stands(programs).items():
        shown[str(folder)] = f"{PROGRAMS}/{name}"
    engine = reaped(client())

    def settings(folder: str) -> dict[str, Any]:
        return options(limits, {**shown, folder: CONTROL}, usr)

    container, control = launched(engine, find_or_make(engine), settings)
    opened = welcome(control, Container(container))
    if opened is None:
        removed(container)
        raise SessionLost("the agent's room does not start in its container")
    return opened


def options(limits: RoomLimits, shown: Mapping[str, str], usr: Path) -> dict[str, Any]:
    """Arguments of `containers.create`; `shown` are folders of the host and where they go."""
    # As in bubblewrap: whoever runs this and reads the tree, or nobody where that is root.
    user = os.geteuid() or UNPRIVILEGED
    covers = hidden(usr)
    folders = [place for place in covers if (usr / place.relative_to(USR)).is_dir()]
    nothing = [*NETWORK_FILES, *(place for place in covers if place not in folders)]
    binds = [f"{here}:{there}:ro" for here, there in shown.items()]
    return {
        "command": ["/usr/bin/python3", "-I", "-S", "-B", "-c",
                    f"{ENTER}room; room.by_path('{CONTROL}/s')"],
        "detach": True,
        "hostname": "sandbox",
        "user": f"{user}:{user}",
        "working_dir": "/repo",
        "labels": {LABEL: driver()},
        "network_mode": "none",
        "read_only": True,
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges"],
        "sysctls": SETTINGS,
        "pids_limit": limits.processes,
        "mem_limit": 2 * limits.memory_bytes,
        "memswap_limit": 2 * limits.memory_bytes,
        "tmpfs": {
            **{place: f"size={size},nr_inodes={files},mode=0755,uid={user},gid={user},"
                      "nosuid,nodev,exec" for place, size, files in limits.spaces},
            **{str(place): "size=4k,nr_inodes=2,mode=0755,ro" for place in folders},
            # Only covered, not given: the engine would show its groups and the devices here.
            "/sys": "size=4k,nr_inodes=2,mode=0700,ro",
        },
        "volumes": [*binds, *(f"/dev/null:{place}:ro" for place in nothing)],
    }  # fmt: skip
