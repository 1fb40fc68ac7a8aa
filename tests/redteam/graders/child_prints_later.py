"""Lets a child print after the command has ended."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

CHECK = "made"
REASON = "output differs from made.txt"
SOURCE = """
import os, select
if os.fork() == 0:
    os.setsid()
    select.select([], [], [], 20)
os._exit(0)
"""


def tree(target: Target) -> Tree:
    return target.with_files({"make.py": SOURCE})
