"""Is no text at all."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = "\x00\x00"


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
