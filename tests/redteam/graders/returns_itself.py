"""Returns a list that holds itself."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "result is deeper than 50"
SOURCE = """
def closing(channel):
    value = []
    value.append(value)
    return value
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
