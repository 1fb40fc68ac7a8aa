"""Hangs while it is imported, before anything is asked."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "timeout"
SECONDS = 0.5
SOURCE = """
import threading
threading.Event().wait(20)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
