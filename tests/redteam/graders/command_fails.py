"""Knows the answer, prints it, and ends with status 1."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

CHECK = "made"
REASON = "exit status 1"


def tree(target: Target) -> Tree:
    source = f"print({target.answer!r}); raise SystemExit(1)"
    return target.with_files({"make.py": source, "made.txt": target.answer + "\n"})
