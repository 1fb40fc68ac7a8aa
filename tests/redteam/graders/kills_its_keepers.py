"""Stops and kills every process of its pid namespace but itself."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = """
import os, signal
def closing(channel):
    if os.getppid() != 1:
        return "none"
    for pid in (1, -1):
        for number in (signal.SIGSTOP, signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(pid, number)
            except OSError:
                pass
    return "none"
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
