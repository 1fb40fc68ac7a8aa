"""Reads address 0, which ends the interpreter."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = """
import ctypes
def closing(channel):
    ctypes.string_at(0)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
