"""Connects to a listener of the host under an abstract name."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = r"""
import socket
def look(name):
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect("\0" + name)
            return [name]
        except OSError:
            return []
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE, (stage.abstract,))
