"""Walks the frames of its callers in search of the expectation."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "not the expected value"
SOURCE = """
import re, sys
def closing(channel):
    found = []
    frame = sys._getframe(1)
    while frame:
        text = repr(dict(frame.f_locals)) + repr(frame.f_globals)[:1_000_000]
        found += re.findall("EOD-[0-9a-f]{10}", text)
        frame = frame.f_back
    return found[0] if found else "none"
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
