"""Fills /tmp and /dev/shm, at most 40 MiB each."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
def look():
    written = 0
    for folder in ("/tmp", "/dev/shm"):
        for number in range(40):
            try:
                with open(f"{folder}/{len(folder)}-{number}", "wb", buffering=0) as file:
                    written += file.write(bytes(1 << 20))
            except OSError:
                break
    return [written] if written > 40 << 20 else []
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
