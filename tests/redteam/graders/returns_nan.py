"""Returns a number that is not finite."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "result holds a number that is not finite"
SOURCE = """
def closing(channel):
    return float('nan')
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
