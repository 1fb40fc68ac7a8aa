"""Puts an object that agrees to everything in the place of its module."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = """
import sys
class Yes:
    def __getattr__(self, name):
        return self
    def __call__(self, *args):
        return self
    __eq__ = lambda *_: True
sys.modules[__name__] = Yes()
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
