"""Closes the channel that it would have to answer on."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = """
import os
os.closerange(3, 64)
def closing(channel):
    return 'none'
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
