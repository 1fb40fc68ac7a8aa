"""Hangs with every signal ignored."""

from dreambench_lib.harness.redteam import Target
from dreambench_lib.trees import Tree

REASON = "timeout"
SECONDS = 0.5
SOURCE = """
import signal, threading
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
def closing(channel):
    threading.Event().wait(20)
"""


def tree(target: Target) -> Tree:
    return target.pricing(SOURCE)
