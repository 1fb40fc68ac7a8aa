"""Learns the name of the machine that the benchmark runs on."""

import socket

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import os, socket
def look(name):
    return [word for word in (os.uname().nodename, socket.gethostname()) if word == name]
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE, (socket.gethostname(),))
