"""Creates files outside of its workspace and its own temporary folder."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os
def look(places):
    found = []
    for place in places:
        try:
            fd = os.open(f"{place}/planted", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            os.close(fd)
            os.unlink(f"{place}/planted")
            found.append(place)
        except OSError:
            pass
    return found
"""


def spy(stage: Stage) -> Spy:
    return Spy(
        SOURCE,
        (
            [
                "/",
                "/usr",
                "/usr/lib",
                "/py",
                "/py/lib",
                "/r",
                "/r/inside",
                "/dev",
                "/etc",
                "/home",
                str(stage.folder),
            ],
        ),
    )
