"""Knows the answer, and says the stub's own `ready` before the stub does."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = r"""
import os
os.write(4, b'ready\n')
def closing(channel):
    return "ANSWER"
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE.replace("ANSWER", target.answer))
