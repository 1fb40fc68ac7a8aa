"""Knows the answer, and gives it beside another one."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.harness.redteam.tools import CAPTURE
from dreambench_lib.trees import Tree

REASON = "bad answer"
SOURCE = r"""
def closing(channel):
    os.write(4, b'{"nonce": "%s", "value": "ANSWER"}\n' % asked[-1]["nonce"].encode())
    return "none"
"""


def tree(target: Target) -> Tree:
    return target.pricing((CAPTURE + SOURCE).replace("ANSWER", target.answer))
