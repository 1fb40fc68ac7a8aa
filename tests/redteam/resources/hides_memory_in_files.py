"""Takes memory that no process owns: nameless files, at most 64 MiB."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os
def look():
    found = []
    for name in ("a", "b"):
        try:
            fd = os.memfd_create(name)
            found.append(os.write(fd, bytes(32 << 20)))
            os.close(fd)
        except OSError:
            pass
    return found
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
