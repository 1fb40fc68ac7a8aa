"""Walks everything the collector knows in search of the expectation."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "not the expected value"
SOURCE = """
import gc, re
def closing(channel):
    found = []
    for thing in gc.get_objects()[:200_000]:
        if type(thing) in (dict, list, tuple):
            for each in thing.values() if type(thing) is dict else thing:
                if type(each) is str:
                    found += re.findall("EOD-[0-9a-f]{10}", each)
    return found[0] if found else "none"
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
