"""Looks for processes beside itself and the first one of its namespace."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os
def look():
    seen = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    return sorted(seen - {1, os.getpid()})
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
