"""Replaces `os.write`, through which every answer goes."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "timeout"
SECONDS = 0.5
SOURCE = """
import os
os.write = lambda fd, data: len(data)
def closing(channel):
    return "none"
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
