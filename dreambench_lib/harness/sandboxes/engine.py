"""The Docker engine: reaching it, its faults in one sentence, and no container left behind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...errors import NoSandbox
from .base import SessionLost

LABEL = "dreambench.driver"
START = "start it (apt install docker.io, then dockerd), or point DOCKER_HOST at one"
TIMEOUT_SECONDS = 60


def client() -> Any:
    """This process's `docker.DockerClient` for the engine that DOCKER_HOST names.

    Raises:
        NoSandbox: if none answers.
    """
    return _client(os.environ.get("DOCKER_HOST", ""))


@lru_cache(maxsize=4)
def _client(host: str) -> Any:
    import docker

    try:
        engine = docker.from_env(timeout=TIMEOUT_SECONDS)
    except docker.errors.DockerException as fault:
        raise NoSandbox(f"no Docker engine answers ({_reason(fault)}): {START}") from None
    return engine


def _reason(fault: Exception) -> str:
    words = " ".join(str(fault).split())
    return words if len(words) < 200 else words[:200] + "…"


@contextmanager
def faults() -> Iterator[None]:
    """The engine's faults, and its absence, as `SessionLost`."""
    import docker
    import requests

    try:
        yield
    except (docker.errors.DockerException, requests.RequestException, OSError) as fault:
        raise SessionLost(f"the Docker engine fails: {_reason(fault)}") from None


def driver() -> str:
    """This process for others to tell whether it is alive: ``boot:namespace:pid:start``."""
    return f"{_machine()}:{os.getpid()}:{_started('self')}"


def _machine() -> str:
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return f"{boot}:{os.stat('/proc/self/ns/pid').st_ino}"


def _started(pid: str) -> str:
    """When a process started, in ticks: a number that a later one with its pid does not have."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    return "gone"


def is_dead(label: str) -> bool:
    """Whether the driver that wrote this label ran here and runs no more."""
    machine, pid, started = label.rsplit(":", 2)
    boot = machine.partition(":")[0]
    if machine == _machine():
        return _started(pid) != started
    # Another boot of any machine is over for an engine that is on this one.
    return boot != _machine().partition(":")[0]


def reap(engine: Any) -> list[str]:
    """Remove the containers of dead drivers; returns their names."""
    removed = []
    with faults():
        for summary in engine.api.containers(all=True, filters={"label": LABEL}):
            if is_dead(summary["Labels"][LABEL]):
                engine.api.remove_container(summary["Id"], force=True)
                removed.append(summary["Names"][0].lstrip("/"))
    return removed
