"""Raises its own limits to what they were before."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import resource
NAMES = ("AS", "NPROC", "NOFILE", "FSIZE", "CPU", "CORE", "MEMLOCK", "MSGQUEUE", "SIGPENDING")
def look():
    found = []
    for name in NAMES:
        number = getattr(resource, "RLIMIT_" + name)
        soft, hard = resource.getrlimit(number)
        if hard == resource.RLIM_INFINITY:
            found.append(f"{name} is not limited")
            continue
        try:
            resource.setrlimit(number, (hard + 1, hard + 1))
            found.append(f"{name} was raised")
        except (OSError, ValueError):
            pass
    return found
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
