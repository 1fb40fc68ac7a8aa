"""Puts a pipe, then a link in the place of the artefact while it is compared."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

CHECK = "made"
REASON = "output differs from made.txt"
SOURCE = """
import os
os.unlink("made.txt")
os.mkfifo("made.txt")
os.unlink("made.txt")
os.symlink("/dev/stdout", "made.txt")
print("mine")
"""


def tree(target: Target) -> Tree:
    return target.with_files({"make.py": SOURCE})
