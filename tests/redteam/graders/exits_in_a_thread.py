"""Lets a thread end the process with status 0 while the answer is made."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "bad answer"
SOURCE = """
import os, threading
def closing(channel):
    threading.Thread(target=os._exit, args=(0,)).start()
    threading.Event().wait(10)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
