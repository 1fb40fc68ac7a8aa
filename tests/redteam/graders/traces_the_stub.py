"""Traces and profiles whoever answers, and rewrites its variables."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = """
import sys
def trace(frame, event, arg):
    if frame.f_code.co_name in ("plain", "_call"):
        frame.f_locals["value"] = None
    return trace
sys.settrace(trace)
sys.setprofile(trace)
def closing(channel):
    return object()
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
