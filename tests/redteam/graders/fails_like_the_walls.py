"""Ends with the status that the runner's own failures have, to buy a retry."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "exit status 98"
SOURCE = """
import os
def closing(channel):
    os._exit(98)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
