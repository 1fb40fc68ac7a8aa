"""Burns the processor while it is imported."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "timeout"
SECONDS = 0.5
SOURCE = """
import time
end = time.monotonic() + 20
while time.monotonic() < end:
    pass
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
