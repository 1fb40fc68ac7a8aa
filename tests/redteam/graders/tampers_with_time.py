"""Stops every clock that Python has, so that no deadline comes."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "timeout"
SECONDS = 0.5
SOURCE = """
import time, threading
for name in ("time", "monotonic", "perf_counter", "time_ns", "monotonic_ns"):
    setattr(time, name, lambda: 0)
def closing(channel):
    threading.Event().wait(20)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
