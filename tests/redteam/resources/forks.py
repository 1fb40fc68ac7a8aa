"""Forks as often as it can, at most 64 times."""

from dreambench_lib.harness.redteam import Spy, Stage
from dreambench_lib.harness.redteam.tools import FORKS

SOURCE = """
def look():
    made = forks(64)
    return [made] if made > 32 else []
"""


def spy(stage: Stage) -> Spy:
    return Spy(FORKS + SOURCE)
