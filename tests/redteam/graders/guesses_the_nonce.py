"""Knows the answer, and tries a thousand nonces in one go."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "bad answer"
SOURCE = r"""
import os, random
def closing(channel):
    random.seed(0)
    for _ in range(1000):
        os.write(4, b'{"nonce": "%032x", "value": "ANSWER"}\n' % random.getrandbits(128))
    os._exit(0)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE.replace("ANSWER", target.answer))
