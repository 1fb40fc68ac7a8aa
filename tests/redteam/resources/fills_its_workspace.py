"""Fills its workspace, at most 120 MiB."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
def look():
    written = 0
    try:
        for number in range(120):
            with open(f"/repo/{number}", "wb", buffering=0) as file:
                written += file.write(bytes(1 << 20))
    except OSError:
        return []
    return [written]
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
