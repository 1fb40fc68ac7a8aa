"""A scripted model server as a program, so that it can be killed: ``served.py PORT SILENT_AT``.

It prints its port, and then the number of each request as it arrives. The request SILENT_AT (0 for
none) is never answered. It ends with its standard input.
"""

from __future__ import annotations

import sys

from tests.gateway.scenes import behaviour
from tests.model_server import Asked, Fault, ModelServer, Reply


def main(port: int, silent_at: int) -> None:
    reads = behaviour("reads")

    def script(asked: Asked) -> Reply:
        print(asked.number, flush=True)
        return Fault("hang") if asked.number == silent_at else reads(asked)

    server = ModelServer(script, port)
    print(server.url.rsplit(":", 1)[1].partition("/")[0], flush=True)
    sys.stdin.read()
    server.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
