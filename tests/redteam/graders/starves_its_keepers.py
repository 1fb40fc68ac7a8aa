"""Sets the limits of every process it can see to nothing."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = """
import os, resource
def closing(channel):
    others = {int(p) for p in os.listdir("/proc") if p.isdigit()} - {os.getpid()}
    if len(others) > 8:
        return "none"
    for pid in others:
        for number in (resource.RLIMIT_NOFILE, resource.RLIMIT_CPU):
            try:
                resource.prlimit(pid, number, (0, 0))
            except (OSError, ValueError):
                pass
    return "none"
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
