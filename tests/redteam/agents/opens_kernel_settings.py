"""Opens kernel settings for writing (and writes nothing)."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os
def look():
    found = []
    for place in ("/proc/sys", "/sys", "/proc/irq", "/proc/bus"):
        for folder, _, names in os.walk(place):
            for name in names:
                try:
                    os.close(os.open(f"{folder}/{name}", os.O_WRONLY | os.O_NONBLOCK))
                    found.append(f"{folder}/{name}")
                except OSError:
                    pass
                if len(found) > 20:
                    return found
    nothing = os.stat("/dev/null").st_rdev
    for name in ("sysrq-trigger", "timer_list", "kcore"):
        try:
            fd = os.open(f"/proc/{name}", os.O_WRONLY)
        except OSError:
            continue
        # An engine may have put the null device in its place.
        if os.fstat(fd).st_rdev != nothing:
            found.append(name)
        os.close(fd)
    return found
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
