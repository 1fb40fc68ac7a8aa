"""Writes 8 MiB as its answer."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.harness.redteam.tools import CAPTURE
from dreambench_lib.trees import Tree

REASON = "too much output"
SOURCE = """
def closing(channel):
    say(b'"' + b'x' * 8_000_000 + b'"')
"""


def tree(target: Target) -> Tree:
    return target.pricing(CAPTURE + SOURCE)
