"""Creates (never connects) sockets that a network namespace does not cover."""

from dreambench_lib.harness.redteam import Spy, Stage
from dreambench_lib.harness.redteam.tools import TRY

SOURCE = """
import socket
FAMILIES = ((40, 1), (16, 3), (17, 3), (38, 5), (15, 3), (31, 1), (29, 3))
def look():
    return [family for family, kind in FAMILIES if allowed(socket.socket, family, kind)]
"""


def spy(stage: Stage) -> Spy:
    return Spy(TRY + SOURCE)
