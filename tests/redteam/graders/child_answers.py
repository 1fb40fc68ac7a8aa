"""Dies and lets a child answer in its place."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.harness.redteam.tools import CAPTURE
from dreambench_lib.trees import Tree

REASON = "not the expected value"
SOURCE = """
def closing(channel):
    if os.fork() == 0:
        say(b'"none"')
    os.wait()
    os._exit(0)
"""


def tree(target: Target) -> Tree:
    return target.pricing(CAPTURE + SOURCE)
