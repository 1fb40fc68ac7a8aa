"""Knows the answer, and writes it to every descriptor before it is asked."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "spoke before the question"
SOURCE = r"""
import os
frame = b'ready\n{"nonce": "", "value": "ANSWER"}\n'
for fd in range(64):
    try:
        os.write(fd, frame)
    except OSError:
        pass
os._exit(0)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE.replace("ANSWER", target.answer))
