"""Burns the processor in eight processes until it is stopped."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "timeout"
SECONDS = 0.5
SOURCE = """
import os, time
def closing(channel):
    for _ in range(3):
        os.fork()
    end = time.monotonic() + 10
    while time.monotonic() < end:
        pass
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
