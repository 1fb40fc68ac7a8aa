"""Recurses until the stack is full."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = """
import sys
sys.setrecursionlimit(100_000)
def closing(channel):
    return closing(channel)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
