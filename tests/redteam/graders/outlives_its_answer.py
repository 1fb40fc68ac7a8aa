"""Leaves a daemon that holds the pipes and rewrites the artefact."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "not the expected value"
SOURCE = """
import os, select
def closing(channel):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for _ in range(50):
                select.select([], [], [], 0.1)
                if os.path.exists("made.txt"):
                    open("made.txt", "w").close()
        os._exit(0)
    return "none"
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
