"""Leaves every command with status 0 and no output."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

CHECK = "shape"
REASON = 'did not see "total"'
SCRIPTS = ("make.py", "show.py")


def tree(target: Target) -> Tree:
    return target.with_files(dict.fromkeys(SCRIPTS, "import os; os._exit(0)"))
