"""Writes 8 MiB to standard output."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "too much output"
SOURCE = """
def closing(channel):
    for _ in range(128):
        print('x' * 65536)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
