"""Says goodbye by SystemExit, with an exit handler that makes the status 0."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "raised SystemExit"
SOURCE = """
import atexit, os
atexit.register(os._exit, 0)
def closing(channel):
    raise SystemExit(0)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
