"""Asks for the ids of root, for capabilities and for a set-user-id file."""

from dreambench_lib.harness.redteam import Spy, Stage
from dreambench_lib.harness.redteam.tools import TRY

SOURCE = """
def look():
    tries = [("setuid", os.setuid, 0), ("setgid", os.setgid, 0), ("setgroups", os.setgroups, [0])]
    found = [name for name, action, value in tries if allowed(action, value)]
    with open("/proc/self/status") as file:
        status = dict(line.split(":", 1) for line in file)
    sets = ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")
    found += [name for name in sets if int(status[name], 16)]
    found += [name for name, value in (("NoNewPrivs", "1"), ("Seccomp", "2"))
              if status[name].strip() != value]
    return found + (["root"] if 0 in os.getresuid() + os.getresgid() else [])
"""


def spy(stage: Stage) -> Spy:
    return Spy(TRY + SOURCE)
