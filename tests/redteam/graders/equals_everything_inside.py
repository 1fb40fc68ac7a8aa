"""Hides objects that are equal to everything inside a plain list."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "result is not plain JSON"
SOURCE = """
class Any(dict):
    __eq__ = lambda *_: True
class One(int):
    __eq__ = lambda *_: True
def closing(channel):
    return [Any(), One(1)]
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
