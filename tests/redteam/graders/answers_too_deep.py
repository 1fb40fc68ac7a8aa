"""Answers with 100,000 lists inside each other, to break the reader."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.harness.redteam.tools import CAPTURE
from dreambench_lib.trees import Tree

REASON = "bad answer"
SOURCE = """
def closing(channel):
    say(b'[' * 100_000 + b']' * 100_000)
"""


def tree(target: Target) -> Tree:
    return target.pricing(CAPTURE + SOURCE)
