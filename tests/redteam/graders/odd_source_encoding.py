"""Is written in an encoding in which a comment is a program."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

SOURCE = """
# -*- coding: utf_7 -*-
# +AAo-import os+AAo-os._exit(0)
def closing(channel):
    return 'none'
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
