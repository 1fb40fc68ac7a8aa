"""Is a module that has every function one could ask for."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = """
def __getattr__(name):
    return lambda *args: name
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
