"""Returns a text of 2 MiB."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "result is too large"
SOURCE = """
def closing(channel):
    return 'x' * 2_000_000
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
