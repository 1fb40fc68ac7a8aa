"""Looks for the sockets of container engines and of system services."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os
PLACES = ("docker.sock", "containerd/containerd.sock", "podman/podman.sock", "dbus", "systemd")
def look():
    paths = [f"{run}/{place}" for run in ("/run", "/var/run") for place in PLACES]
    return [path for path in paths if os.path.lexists(path)]
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
