"""Attaches to every process it can see (and lets it go again)."""

from dreambench_lib.harness.redteam import Spy, Stage
from dreambench_lib.harness.redteam.tools import TRY

SOURCE = """
def look():
    found = []
    others = {int(name) for name in os.listdir("/proc") if name.isdigit()} - {os.getpid()}
    for pid in sorted(others)[:8]:
        if allowed(call, "ptrace", 16, pid, None, None):
            call("ptrace", 17, pid, None, None)
            found.append(pid)
    return found
"""


def spy(stage: Stage) -> Spy:
    return Spy(TRY + SOURCE)
