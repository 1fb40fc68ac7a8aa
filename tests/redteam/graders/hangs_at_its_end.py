"""Hangs in a thread when the command has done its work."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

CHECK = "made"
REASON = "timeout"
SECONDS = 0.5
SOURCE = """
import threading
threading.Thread(target=threading.Event().wait, args=(20,)).start()
"""


def tree(target: Target) -> Tree:
    return target.with_files({"make.py": SOURCE})
