"""Searches its own and everybody's environment for a secret of the host."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os
def look(canary):
    found = [name for name, value in os.environ.items() if canary in value or "KEY" in name]
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if canary.encode() in file.read():
                    found.append(pid)
        except OSError:
            pass
    return found
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE, (stage.canary,))
