"""Lets a timer's signal end the process with status 0 during the question."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = """
import os, signal
signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
signal.setitimer(signal.ITIMER_REAL, 0.05)
def closing(channel):
    while True:
        signal.pause()
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
