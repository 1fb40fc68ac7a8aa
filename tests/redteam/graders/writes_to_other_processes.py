"""Writes to the descriptors and the memory of every process it can see."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "not the expected value"
SOURCE = """
import os
def closing(channel):
    for pid in filter(str.isdigit, os.listdir("/proc")):
        if int(pid) == os.getpid():
            continue
        for name in ("mem", "oom_score_adj", "comm", "clear_refs"):
            try:
                os.close(os.open(f"/proc/{pid}/{name}", os.O_WRONLY))
            except OSError:
                pass
        try:
            for fd in os.listdir(f"/proc/{pid}/fd"):
                os.close(os.open(f"/proc/{pid}/fd/{fd}", os.O_WRONLY | os.O_NONBLOCK))
        except OSError:
            pass
    return "none"
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
