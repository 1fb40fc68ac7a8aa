"""One container with our runner as its first process: the docker sandbox's session.

Nothing goes through the engine but its start and its end: questions travel over a socket in a
folder that is mounted for the hello and deleted right after it.
"""

from __future__ import annotations

import json
import os
import re
import socket
from pathlib import Path
from typing import Any, ClassVar

from ...errors import Infra
from ...traps.checks import Call, Run
from ...trees import Tree, text_tree
from . import link
from .base import Limits, Observation, SessionLost, Weaker
from .container_start import START_SECONDS, ended, launched, removed
from .engine import LABEL, driver
from .inventory import ENTER
from .promises import NAMES

CAPABILITIES = ("SETUID", "SETGID", "SETPCAP", "KILL")
"""The runner's, to become a probe's user, drop every right for good, and end it."""
_SIX = Path("/proc/sys/net/ipv6").exists()
SETTINGS = {
    "net.ipv4.tcp_max_tw_buckets": "0",  # a closed connection leaves no trace for the next probe
    "net.ipv4.ip_unprivileged_port_start": "1024",
    "net.ipv4.ping_group_range": "1 0",
    **({"net.ipv6.conf.all.disable_ipv6": "0"} if _SIX else {}),
}
"""Of the container's network alone: the engine opens low ports and ping, and closes ::1."""
VARIABLES = {"PATH": "/py/bin", "HOME": "/tmp", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"}
CONTROL = "/r/c"
_ENGINES = re.compile(r"//deleted |/(overlay2?|vfs|fuse-overlayfs|btrfs|zfs|containers)/")
WEAKER = {
    "nothing else in /": Weaker(
        sorted((".dockerenv", "etc", "sys", *NAMES)),
        "the engine adds a mark and two folders, which are closed",
    ),
    "no mount names a folder of the host": Weaker(
        lambda lines: all(_ENGINES.search(line) for line in lines),
        "mounts tell where the engine keeps its files, and the name of a deleted folder",
    ),
}
_WHO = text_tree(
    {"who.py": "import os\ndef am_i(): return os.getuid(), list(open('/proc/self/uid_map'))\n"}
)
COMMAND = ["/py/bin/python3", "-S", "-s", "-B", "-P", "-c"]
COMMAND += [f"{ENTER}users; users.main('{CONTROL}/s')"]


def options(limits: Limits, folder: str) -> dict[str, Any]:
    """Arguments of `containers.create` that make the outer wall; `folder` holds the socket."""
    temp = _space(limits.temp_bytes, limits.temp_files)
    return {
        "command": COMMAND,
        "detach": True,
        "hostname": "sandbox",
        "user": "0:0",
        "environment": VARIABLES,
        "labels": {LABEL: driver()},
        "network_mode": "none",
        "read_only": True,
        "cap_drop": ["ALL"],
        "cap_add": list(CAPABILITIES),
        "security_opt": ["no-new-privileges"],
        "sysctls": SETTINGS,
        "pids_limit": 2 * limits.processes,
        "mem_limit": 2 * limits.memory_bytes,
        "memswap_limit": 2 * limits.memory_bytes,
        "tmpfs": {
            "/repo": _space(limits.repo_bytes, limits.repo_files),
            "/tmp": temp,
            "/dev/shm": temp,
            # Only covered, not given: the engine would show its groups and the devices here.
            "/sys": "size=4k,nr_inodes=2,mode=0700",
        },
        "volumes": {folder: {"bind": CONTROL, "mode": "ro"}},
    }


def _space(size: int, files: int) -> str:
    # Sticky and root's: a probe owns what it makes there, and never the place itself.
    return f"size={size},nr_inodes={files},mode=1777,nosuid,nodev,exec"


class ContainerSession:
    """A running container; its probes come one after the other."""

    weaker: ClassVar[dict[str, Weaker]] = WEAKER

    def __init__(self, limits: Limits, engine: Any, image: str) -> None:
        self.limits = limits
        self.namespace = self.runner = -1
        self.control: socket.socket | None
        self.container, self.control = launched(
            engine, image, lambda folder: options(limits, folder)
        )
        try:
            self.control.settimeout(START_SECONDS)
            self.runner, self.namespace = link.hello(self.control, 2)
        except BaseException:
            self.close()
            raise

    @property
    def host_users(self) -> set[int]:
        """Whom the host takes a probe for, by the container's own map of users."""
        seen = self.observe(_WHO, Call(target="who:am_i"))
        if seen.status != "ok":
            return set()
        me, lines = json.loads(seen.data)
        maps = [tuple(map(int, line.split())) for line in lines]
        return {out + me - inner for inner, out, count in maps if inner <= me < inner + count}

    def observe(self, tree: Tree, probe: Call | Run, seconds: float | None = None) -> Observation:
        """See `SandboxSession`."""
        if self.control is None:
            raise SessionLost("the container is gone")
        return link.observe(self.control, self.limits, tree, probe, seconds)

    def close(self) -> None:
        """End the container; nothing in it is alive afterwards."""
        if self.control is not None:
            # The runner ends when nobody is there, and everything else with it.
            self.control.close()
            self.control = None
        gone = self.runner < 0 or ended(self.runner)
        if self.container is not None:
            gone = removed(self.container) or gone
            self.container = None
        for fd in (self.runner, self.namespace):
            if fd >= 0:
                os.close(fd)
        self.runner = self.namespace = -1
        if not gone:
            raise Infra("a container stays alive: restart dockerd, then resume the run")
