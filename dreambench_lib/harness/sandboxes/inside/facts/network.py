"""The network: interfaces, routes, names, listeners on the host, socket families."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from typing import Any

from . import refusal


def interfaces() -> list[str]:
    """Network interfaces."""
    with open("/proc/self/net/dev") as file:
        return [line.split(":")[0].strip() for line in file.readlines()[2:]]


def routes() -> dict[str, int]:
    """IPv4 routes, and IPv6 routes over anything but lo."""
    with open("/proc/self/net/route") as file:
        four = len(file.readlines()) - 1
    six: list[str] = []
    with suppress(FileNotFoundError), open("/proc/self/net/ipv6_route") as file:
        six = [line for line in file if line.split()[-1] != "lo"]
    return {"four": four, "six": len(six)}


def loopback() -> dict[str, str]:
    """What came through connections to ourselves."""
    return {"four": _heard("127.0.0.1"), "six": _heard("::1")}


def _heard(address: str) -> str:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        server = socket.create_server((address, 0), family=family)
    except OSError:
        return "no such address"
    with server, socket.create_connection(server.getsockname()[:2], timeout=5) as client:
        peer, _ = server.accept()
        with peer:
            client.sendall(b"heard")
            return peer.recv(10).decode()


def names() -> str:
    """Looking a name up; without a resolver's address libc asks loopback, where nobody is."""
    try:
        socket.getaddrinfo("name.invalid", 80)
    except socket.gaierror:
        return "no answer"
    return "an answer"


def reach(port: int, six: int, name: str, path: str) -> dict[str, str]:
    """Connecting to the host's listeners: on its loopback, under an abstract name, at a path."""
    found = {}
    for key, family, address in (
        ("tcp", socket.AF_INET, ("127.0.0.1", port)),
        ("tcp6", socket.AF_INET6, ("::1", six or port)),
        ("abstract", socket.AF_UNIX, "\0" + name),
        ("path", socket.AF_UNIX, path),
    ):
        word = "refused"
        with suppress(OSError), socket.socket(family) as end:
            end.settimeout(2)
            word = refusal(end.connect, address)
        found[key] = word if word == "allowed" else "refused"
    return found


def families() -> dict[str, Any]:
    """Creating (never connecting) sockets that a network namespace does not cover, or that tell."""
    kinds = {
        "vsock": (40, 1),
        "netlink": (16, 3),
        "packet": (17, 3),
        "alg": (38, 5),
        "key": (15, 3),
        "raw": (2, 3, 1),
    }
    found: dict[str, Any] = {name: refusal(socket.socket, *kind) for name, kind in kinds.items()}
    rest = [number for number in range(46) if number not in (1, 2, 10)]
    found["any"] = [
        number for number in rest if refusal(socket.socket, number, socket.SOCK_DGRAM) != "EPERM"
    ]
    return found


def privileged() -> dict[str, str]:
    """What only root may: a low port of loopback, and a socket for pings (nothing is sent)."""
    with socket.socket() as low:
        return {
            "port": refusal(low.bind, ("127.0.0.1", 80)),
            "ping": refusal(socket.socket, socket.AF_INET, socket.SOCK_DGRAM, 1),
        }


def traces() -> dict[str, int]:
    """Abstract sockets, and TCP connections of any state, that are still known."""
    found = {}
    for kind, sign in (("unix", " @"), ("tcp", ":")):
        with open(f"/proc/{os.getpid()}/net/{kind}") as file:
            found[kind] = sum(sign in line for line in file.readlines()[1:])
    return found
