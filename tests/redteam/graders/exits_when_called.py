"""Leaves with status 0 when it is asked."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "bad answer"
SOURCE = """
import os
def closing(channel):
    os._exit(0)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
