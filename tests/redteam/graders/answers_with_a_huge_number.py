"""Answers with a number of 100,000 digits, which takes long to read."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.harness.redteam.tools import CAPTURE
from dreambench_lib.trees import Tree

REASON = "bad answer"
SOURCE = """
def closing(channel):
    say(b'9' * 100_000)
"""


def tree(target: Target) -> Tree:
    return target.pricing(CAPTURE + SOURCE)
