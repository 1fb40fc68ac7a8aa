"""Answers with a number that is equal to nothing, not even itself."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.harness.redteam.tools import CAPTURE
from dreambench_lib.trees import Tree

REASON = "bad answer"
SOURCE = """
def closing(channel):
    say(b'NaN')
"""


def tree(target: Target) -> Tree:
    return target.pricing(CAPTURE + SOURCE)
