"""Takes System V segments, queues and semaphores, two of each."""

from dreambench_lib.harness.redteam import Spy, Stage
from dreambench_lib.harness.redteam.tools import TRY

SOURCE = """
def look():
    found = []
    kinds = (("shmget", 0, 1 << 20, 0o1600), ("msgget", 0, 0o1600), ("semget", 0, 1, 0o1600))
    for name, *rest in kinds:
        found += [name for _ in range(2) if allowed(call, name, *rest)]
    return found
"""


def spy(stage: Stage) -> Spy:
    return Spy(TRY + SOURCE)
