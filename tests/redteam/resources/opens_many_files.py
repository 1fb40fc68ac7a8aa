"""Opens as many files as it can, at most 400."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os
def look():
    held = []
    try:
        while len(held) < 400:
            held.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        return []
    finally:
        for fd in held:
            os.close(fd)
    return [len(held)]
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
