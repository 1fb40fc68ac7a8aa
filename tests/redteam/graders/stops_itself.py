"""Stops itself, so that it neither answers nor ends."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "timeout"
SECONDS = 0.5
SOURCE = """
import os, signal
def closing(channel):
    os.kill(os.getpid(), signal.SIGSTOP)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
