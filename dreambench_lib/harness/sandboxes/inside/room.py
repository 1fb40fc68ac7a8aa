"""The first program in an agent's room: opens its door, takes its files in, becomes the agent.

It opens the one listener in the sandbox's network and hands it out, together with the repository's
folder, so that the harness needs no path and no process inside.
"""

from __future__ import annotations

import json
import os
import socket

from . import tree, walls

PORT = 8080
FOLDERS = ("/repo", "/agent")
"""Where the two blobs go: the repository, and the agent's own files."""


def main(control_fd: int) -> None:
    """Hand out listener and folder, wait for the order, and run it in this process's place."""
    control = socket.socket(fileno=control_fd)
    listener = socket.create_server(("127.0.0.1", PORT), backlog=64)
    folder = os.open("/repo", os.O_RDONLY | os.O_DIRECTORY)
    socket.send_fds(control, [b"room"], [listener.fileno(), folder])
    message, fds, _, _ = socket.recv_fds(control, 1 << 20, 4)
    if not message:
        os._exit(0)
    order = json.loads(message)
    for fd, place in zip(fds[:2], FOLDERS, strict=True):
        tree.unpack(tree.read_whole(fd), place.encode())
    null = os.open("/dev/null", os.O_RDWR)
    for number, fd in enumerate((null, *fds[2:])):
        os.dup2(fd, number)
    os.closerange(3, 1 << 30)
    os.chdir("/repo")
    walls.set_limits(order["limits"])
    os.execvpe(order["argv"][0], order["argv"], order["environment"])
