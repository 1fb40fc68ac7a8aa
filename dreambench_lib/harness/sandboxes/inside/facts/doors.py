"""The one door of an agent's room: who listens, who answers, and what else is said of networks."""

from __future__ import annotations

import errno
import os
import socket
from contextlib import suppress


def model(port: int) -> str:
    """What is said to whoever connects to the model's address."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        return client.recv(100).decode()


def listeners() -> list[str]:
    """Every TCP listener in this network, as the kernel writes its address and port."""
    found = []
    for kind in ("tcp", "tcp6"):
        with suppress(FileNotFoundError), open(f"/proc/self/net/{kind}") as file:
            lines = [line.split() for line in file.readlines()[1:]]
        found += [words[1] for words in lines if words[3] == "0A"]
    return found


def resolver() -> str:
    """The error that looking a name up ends in."""
    try:
        socket.getaddrinfo("name.invalid", 80)
    except socket.gaierror as error:
        codes = [name for name in dir(socket) if name.startswith("EAI_")]
        return next((name for name in codes if getattr(socket, name) == error.errno), "?")
    return "an answer"


def told(paths: list[str]) -> dict[str, int | str]:
    """Bytes of these files, or why they cannot be read."""
    found: dict[str, int | str] = {}
    for path in paths:
        try:
            with open(path, "rb") as file:
                found[path] = len(file.read(1 << 16))
        except OSError as error:
            found[path] = errno.errorcode.get(error.errno or 0, "?")
    return found


def packages() -> list[str]:
    """Folders of this benchmark that hold anything, in the places where Python finds packages."""
    found = []
    for top in ("/usr/lib", "/usr/local/lib", "/usr/share", "/usr/src", "/usr/local/src"):
        for folder, names, files in os.walk(top):
            names[:] = [name for name in names if folder.count("/") < 6]
            if "dreambench" in os.path.basename(folder) and (names or files):
                found.append(folder)
    return found
