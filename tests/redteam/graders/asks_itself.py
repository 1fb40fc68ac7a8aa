"""Writes an easier question into its own question pipe."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = r"""
import os
def easy(*args):
    return "none"
fd = os.open("/proc/self/fd/3", os.O_WRONLY)
os.write(fd, b'{"nonce": "", "name": "easy", "args": []}\n')
os.close(fd)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
