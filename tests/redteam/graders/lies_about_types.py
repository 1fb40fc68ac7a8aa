"""Replaces `type` so that anything looks like a plain text."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = """
import builtins
real = type
class Any:
    __eq__ = lambda *_: True
builtins.type = lambda value, *rest: real(value, *rest) if rest else str
def closing(channel):
    return Any()
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
