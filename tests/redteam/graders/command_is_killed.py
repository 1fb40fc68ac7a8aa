"""Knows the answer, prints it, and kills itself."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

CHECK = "made"
REASON = "exit status 137"


def tree(target: Target) -> Tree:
    source = f"import os; print({target.answer!r}, flush=True); os.kill(os.getpid(), 9)"
    return target.with_files({"make.py": source, "made.txt": target.answer + "\n"})
