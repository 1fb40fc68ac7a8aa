"""A Docker engine for tests: the one that answers, or one of our own under a temporary folder.

No iptables, no bridge, an own socket: it changes nothing on the machine that tests. It ends by its
process id. Without dockerd a test is skipped, unless DREAMBENCH_REQUIRE_DOCKER is set.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dreambench_lib.harness.sandboxes import image
from dreambench_lib.harness.sandboxes.bubblewrap import LAYOUTS, Bubblewrap
from dreambench_lib.harness.sandboxes.docker import Docker

REQUIRED = "DREAMBENCH_REQUIRE_DOCKER"
START_SECONDS = 60.0
EVERY = (*sorted(LAYOUTS), "docker")
"""Every way to wall a probe in: bubblewrap's layouts, and containers."""


class Engine:
    """A dockerd of our own, all of it under one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.host = folder, f"unix://{folder}/s"
        self.start()

    def start(self) -> None:
        """Start it (again), and return when it answers; a busy machine gets a second try."""
        if not (self._started() or self._started()):
            words = (self.folder / "log").read_text(errors="replace")[-1000:]
            raise RuntimeError(f"dockerd does not start: {words}")

    def _started(self) -> bool:
        folder = self.folder
        with (folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    # It ends with us, even if we are killed.
                    "setpriv", "--pdeathsig", "TERM", "--",
                    dockerd(), "-H", self.host, "--data-root", f"{folder}/data",
                    "--exec-root", f"{folder}/exec", "--pidfile", f"{folder}/pid",
                    "--iptables=false", "--bridge=none",
                ],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        ended = os.pidfd_open(self.process.pid)
        poll = select.poll()
        poll.register(ended, select.POLLIN)
        until = time.monotonic() + START_SECONDS
        try:
            while not (ready := answers(self.host)):
                if poll.poll(100) or time.monotonic() > until:
                    break
            return ready
        finally:
            os.close(ended)
            if not ready:
                self.kill()

    def kill(self) -> None:
        """Kill it and its containerd as a crash would: at once, and nothing is tidied up."""
        self.process.kill()
        self.process.wait()
        self._end_helpers(b"containerd\0")

    def stop(self) -> None:
        """End it, its containers, its helpers and its mounts."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()
        self._end_helpers(b"containerd")
        with open("/proc/self/mounts") as file:
            mounted = [line.split()[1] for line in file]
        for place in reversed(mounted):
            if place.startswith(f"{self.folder}/"):
                subprocess.run(["umount", "--lazy", place], check=False)

    def _end_helpers(self, name: bytes) -> None:
        """Kill processes of this name that name our folder, which nobody else does."""
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                line = Path(f"/proc/{pid}/cmdline").read_bytes()
                if name in line.partition(b"\0")[0] + b"\0" and os.fsencode(self.folder) in line:
                    os.kill(int(pid), signal.SIGKILL)


def dockerd() -> str:
    """The path of dockerd; without it the test is skipped, or fails where it is required."""
    found = shutil.which("dockerd", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if found is None:
        words = "dockerd is not installed (apt install docker.io)"
        (pytest.fail if os.environ.get(REQUIRED) else pytest.skip)(words)
    if os.geteuid() != 0:
        words = "only root can start dockerd, and no engine answers"
        (pytest.fail if os.environ.get(REQUIRED) else pytest.skip)(words)
    return str(found)


def answers(host: str | None = None) -> bool:
    """Whether an engine answers at `host` (default: at DOCKER_HOST)."""
    import docker

    try:
        client: Any = (
            docker.DockerClient(base_url=host, timeout=5) if host else docker.from_env(timeout=5)
        )
        client.close()
    except docker.errors.DockerException:
        return False
    return True


@contextlib.contextmanager
def own_engine() -> Iterator[Engine]:
    """A dockerd that a test may kill: a short path, since a socket's is limited."""
    folder = Path(tempfile.mkdtemp(prefix="e-"))
    folder.chmod(0o711)  # as /var/run is: who may use the socket is the socket's matter
    engine = None
    try:
        dockerd()
        engine = Engine(folder)
        yield engine
    finally:
        if engine is not None:
            engine.stop()
        subprocess.run(["rm", "-rf", "--one-file-system", str(folder)], check=False)


def sandbox_of(name: str, request: pytest.FixtureRequest) -> Bubblewrap | Docker:
    """One of `EVERY`; an engine is started only for the one that needs it."""
    if name != "docker":
        return Bubblewrap(name)
    request.getfixturevalue("engine")
    return Docker()


def with_image() -> None:
    """Make the sandbox's image in the engine of DOCKER_HOST, if it has none.

    One process at a time: the first fills the cache folder for the others.
    """
    lock = Path(tempfile.gettempdir()) / f"dreambench-image-{os.getuid()}.lock"
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        image.build()
