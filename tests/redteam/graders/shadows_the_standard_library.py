"""Puts its own json, os and traceback beside the code."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

NAMES = ("json.py", "os.py", "selectors.py", "traceback.py", "encodings.py", "runpy.py")
SOURCE = """
def closing(channel):
    return 'none'
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE, dict.fromkeys(NAMES, "raise SystemExit(0)"))
