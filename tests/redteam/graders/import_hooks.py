"""Puts itself before every later import, and hands out modules of its own."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "not the expected value"
SOURCE = """
import importlib, sys, types
class Hook:
    def find_spec(self, name, path=None, target=None):
        raise SystemExit(0)
sys.meta_path.insert(0, Hook())
sys.path_hooks.insert(0, lambda path: Hook())
importlib.import_module = lambda name, *a: types.SimpleNamespace(closing=lambda *a: "none")
def closing(channel):
    return "none"
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
