"""Empties the table of modules and breaks what the stub needs."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SECONDS = 0.5
SOURCE = """
import builtins, os, sys
for name in list(sys.modules):
    if name not in ("builtins", "sys", "os"):
        sys.modules[name] = None
builtins.getattr = builtins.len = None
def closing(channel):
    return "none"
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
