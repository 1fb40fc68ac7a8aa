"""Empties the artefact and the output of the generator that must equal it."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

CHECK = "copy"
REASON = "shown.txt is empty, and so is the output"


def tree(target: Target) -> Tree:
    return target.with_files({"show.py": "", "shown.txt": ""})
