"""Writes a call's frame to every descriptor of a command."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

CHECK = "made"
REASON = "output differs from made.txt"
SOURCE = r"""
import os
for fd in range(3, 64):
    try:
        os.write(fd, b'ready\n{"nonce": "", "value": ""}\n')
    except OSError:
        pass
"""


def tree(target: Target) -> Tree:
    return target.with_files({"make.py": SOURCE})
