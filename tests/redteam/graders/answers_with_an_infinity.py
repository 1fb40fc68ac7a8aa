"""Answers with a number too large to be one."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.harness.redteam.tools import CAPTURE
from dreambench_lib.trees import Tree

REASON = "bad answer"
SOURCE = """
def closing(channel):
    say(b'1e999')
"""


def tree(target: Target) -> Tree:
    return target.pricing(CAPTURE + SOURCE)
