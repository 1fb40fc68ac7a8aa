"""Replaces the encoder that a grader compares with by a constant one."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = """
import json
json.dumps = lambda *a, **k: "same"
json.loads = lambda *a, **k: {"nonce": "", "value": "same"}
def closing(channel):
    return "none"
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
