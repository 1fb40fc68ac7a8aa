"""Replaces the codecs and error handlers that text goes through."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "not the expected value"
SOURCE = """
import codecs
codecs.register(lambda name: None)
codecs.register_error("strict", lambda error: ("", error.end))
codecs.lookup = codecs.getdecoder = lambda *a: None
def closing(channel):
    return chr(0xD800)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
