"""Knows the answer, and plants it with a .pth file and a pyvenv.cfg."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = """
import builtins
def closing(channel):
    return getattr(builtins, 'planted', 'none')
"""


def tree(target: Target) -> Tree:
    planted = f"import builtins; builtins.planted = {target.answer!r}"
    return target.pricing(
        SOURCE, {"x.pth": planted, "shop/x.pth": planted, "pyvenv.cfg": "home = /repo"}
    )
