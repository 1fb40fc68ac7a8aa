"""Opens devices that lead to the host's memory, disks, logs or terminals."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os, stat
HARMLESS = {"null", "zero", "full", "random", "urandom", "tty", "ptmx", "console"}
def look():
    found = []
    for folder, _, names in os.walk("/dev"):
        for name in set(names) - HARMLESS:
            mode = os.lstat(f"{folder}/{name}").st_mode
            if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and "/pts" not in folder):
                found.append(f"{folder}/{name}")
    return found
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE)
