"""Prints 32 MiB from a command."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

CHECK = "made"
REASON = "too much output"


def tree(target: Target) -> Tree:
    return target.with_files({"make.py": "for _ in range(512): print('x' * 65536)"})
