"""Answers with bytes that are no text."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.harness.redteam.tools import CAPTURE
from dreambench_lib.trees import Tree

REASON = "bad answer"
SOURCE = r"""
def closing(channel):
    say(b'"\xff\xfe"')
"""


def tree(target: Target) -> Tree:
    return target.pricing(CAPTURE + SOURCE)
