"""Is no program that Python could read."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "raised SyntaxError"
SOURCE = """
def closing(channel) return 1
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
