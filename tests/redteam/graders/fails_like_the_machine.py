"""Raises an error whose name is a fault of the machine, to be excluded."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "raised an error"
SOURCE = """
def closing(channel):
    raise type("the sandbox ended", (Exception,), {})()
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
