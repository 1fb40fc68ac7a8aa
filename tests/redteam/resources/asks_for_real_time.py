"""Asks for a priority that would starve every other program of the machine."""

from dreambench_lib.harness.redteam import Spy, Stage
from dreambench_lib.harness.redteam.tools import TRY

SOURCE = """
import resource
def look():
    found = [name for name, policy in (("FIFO", os.SCHED_FIFO), ("RR", os.SCHED_RR))
             if allowed(os.sched_setscheduler, 0, policy, os.sched_param(1))]
    found += ["nice"] if allowed(os.nice, -1) else []
    return found + [name for name in ("RTPRIO", "NICE")
                    if resource.getrlimit(getattr(resource, "RLIMIT_" + name))[1] > 0]
"""


def spy(stage: Stage) -> Spy:
    return Spy(TRY + SOURCE)
