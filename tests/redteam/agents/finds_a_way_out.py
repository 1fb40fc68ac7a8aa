"""Looks for a route, an interface or a name server (and sends nothing)."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os
def look():
    with open("/proc/self/net/dev") as file:
        found = [line.split(":")[0].strip() for line in file.readlines()[2:]]
    found.remove("lo")
    with open("/proc/self/net/route") as file:
        found += file.readlines()[1:]
    places = ("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/run/nscd")
    for place in places:
        try:
            with open(place, "rb") as file:
                # An engine may put an empty file there: that tells nothing.
                if b"nameserver" in file.read(4096):
                    found.append(place)
        except OSError:
            pass
    return found
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
