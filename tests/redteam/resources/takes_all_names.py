"""Makes empty files in /tmp and its workspace, at most 40,000."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os
def look():
    found = []
    for place in ("/tmp", "/repo"):
        made = 0
        try:
            for number in range(20_000):
                os.close(os.open(f"{place}/{number}", os.O_CREAT | os.O_WRONLY))
                made += 1
        except OSError:
            continue
        found.append(f"{made} in {place}")
    return found
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
