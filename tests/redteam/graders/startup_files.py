"""Knows the answer, and plants it in files that Python imports at its start."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

NAMES = ("sitecustomize.py", "usercustomize.py", "shop/usercustomize.py")
SOURCE = """
import builtins
def closing(channel):
    return getattr(builtins, 'planted', 'none')
"""


def tree(target: Target) -> Tree:
    planted = f"import builtins; builtins.planted = {target.answer!r}"
    return target.pricing(SOURCE, dict.fromkeys(NAMES, planted))
