"""Connects to a listener on the host's loopback."""

from dreambench_lib.harness.redteam import Spy, Stage

SOURCE = """
import socket
def look(port):
    found = []
    for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        with socket.socket(family) as client:
            client.settimeout(2)
            try:
                client.connect((address, port))
                found.append(address)
            except OSError:
                pass
    return found
"""


def spy(stage: Stage) -> Spy:
    return Spy(SOURCE, (stage.port,))
