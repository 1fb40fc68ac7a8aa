"""Knows the answer, and makes all randomness predictable before the nonce."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "bad answer"
SOURCE = r"""
import os, random, secrets
os.urandom = lambda size: bytes(size)
random.seed(0)
secrets.token_hex = lambda size=16: "00" * size
def closing(channel):
    nonce = secrets.token_hex(16)
    os.write(4, b'{"nonce": "%s", "value": "ANSWER"}\n' % nonce.encode())
    os._exit(0)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE.replace("ANSWER", target.answer))
