"""Raises SystemExit while it is imported."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "raised SystemExit"
SOURCE = """
raise SystemExit(0)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
