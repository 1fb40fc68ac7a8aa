"""Leaves as many hanging processes as it can to whoever must kill them."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.harness.redteam.tools import FORKS
from dreambench_lib.trees import Tree

REASON = "timeout"
SECONDS = 0.5
SOURCE = """
def closing(channel):
    forks(64)
    select.select([], [], [], 10)
"""


def tree(target: Target) -> Tree:
    return target.pricing(FORKS + SOURCE)
