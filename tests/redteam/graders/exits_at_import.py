"""Leaves with status 0 while it is imported, before anybody can compare."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "no answer"
SOURCE = """
import os
os._exit(0)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
