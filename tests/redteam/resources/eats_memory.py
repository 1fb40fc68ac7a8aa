"""Takes memory in steps of 16 MiB, at most 512 MiB."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
def look():
    held = []
    try:
        while len(held) < 32:
            held.append(bytearray(16 << 20))
    except MemoryError:
        return []
    return [len(held)]
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
