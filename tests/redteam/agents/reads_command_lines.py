"""Reads command lines for the host's paths and the sandbox's own arguments."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os
def look(words):
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                text = file.read().decode(errors="replace")
        except OSError:
            continue
        found += [word for word in words if word in text]
    return found
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE, (["--ro-bind", "--seccomp", "dreambench", "pytest", str(stage.folder)],))
