"""Knows the answer, but answers somebody else's question."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "bad answer"
SOURCE = r"""
import os
def closing(channel):
    os.write(4, b'{"nonce": "00", "value": "ANSWER"}\n')
    os._exit(0)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE.replace("ANSWER", target.answer))
