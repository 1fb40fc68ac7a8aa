"""Writes 8 MiB to standard error."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "too much output"
SOURCE = """
import os
def closing(channel):
    for _ in range(128):
        os.write(2, b'x' * 65536)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
