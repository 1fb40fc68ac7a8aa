"""Grows one file (a hole, which takes no blocks) to 1 GiB."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os
def look():
    with open("/repo/big", "wb") as file:
        try:
            os.truncate(file.fileno(), 1 << 30)
        except OSError:
            return []
    return ["1 GiB"]
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
