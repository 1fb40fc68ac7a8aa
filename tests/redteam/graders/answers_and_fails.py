"""Knows the answer, gives it, and ends with a status that is not 0."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.harness.redteam.tools import CAPTURE
from dreambench_lib.trees import Tree

REASON = "exit status 3"
SOURCE = """
real_exit = os._exit
os._exit = lambda code: real_exit(3)
def closing(channel):
    return "ANSWER"
"""


def tree(target: Target) -> Tree:
    return target.pricing((CAPTURE + SOURCE).replace("ANSWER", target.answer))
