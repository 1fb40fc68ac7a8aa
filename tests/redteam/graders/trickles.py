"""Writes a byte now and then, so that it is never silent."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "timeout"
SECONDS = 0.5
SOURCE = """
import os, select
def closing(channel):
    for _ in range(10_000):
        os.write(1, b".")
        select.select([], [], [], 0.002)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
