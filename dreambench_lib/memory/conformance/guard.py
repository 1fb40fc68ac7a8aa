"""The socket guard: what Python's own sockets try, seen before it happens.

An audit hook is called before a name is looked up or a connection made, so a packet that it refuses
is never sent. It sees this process only: sockets of child processes, and of libraries that call the
system themselves, pass it by, which the report says wherever a memory starts children.
"""

from __future__ import annotations

import errno
import ipaddress
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from weakref import WeakSet

_HERE = {"", "localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"}
_active: Guard | None = None
_hooked = False
_lock = threading.Lock()
_LOOKS = 500


class PhonedOut(PermissionError):
    """A packet that would have left this machine, and did not."""


class Guard:
    """What was tried while it was on duty."""

    def __init__(self) -> None:
        self.refused: list[str] = []
        """Hosts beyond loopback, in the order they were tried."""
        self.sockets: WeakSet[socket.socket] = WeakSet()
        """Connected ones, which `dead` can cut."""
        self.connections = 0
        self.children: list[str] = []
        """Programs that were started."""
        self._dead = False

    @contextmanager
    def on_duty(self) -> Iterator[Guard]:
        """Watch this process; one guard at a time."""
        global _active, _hooked
        with _lock:
            if not _hooked:
                sys.addaudithook(_hook)  # for good: a hook cannot be taken off
                _hooked = True
            before, _active = _active, self
        try:
            yield self
        finally:
            _active = before

    @contextmanager
    def dead(self, spare: frozenset[int]) -> Iterator[None]:
        """Every backend is gone: connections cut and refused, other children and theirs killed.

        Args:
            spare: Process ids of children that are somebody else's.
        """
        self._dead = True
        for one in list(self.sockets):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        _kill(children() - spare)
        try:
            yield
        finally:
            self._dead = False

    def see(self, event: str, args: tuple[Any, ...]) -> None:
        if event == "subprocess.Popen":
            self.children.append(Path(str(args[0])).name)
            return
        host = _host(event, args)
        if host is None:
            return
        if not loopback(host):
            self.refused.append(host)
            raise PhonedOut(
                errno.EACCES, f"{host} is beyond this machine: stopped before a packet left"
            )
        if event == "socket.connect":
            self.connections += 1
            if self._dead:
                raise ConnectionRefusedError(errno.ECONNREFUSED, "the backend is gone")
            self.sockets.add(args[0])


def loopback(host: str) -> bool:
    """Whether a host is this machine itself; a name other than localhost needs a look-up.

    >>> [loopback(host) for host in ("127.0.0.1", "::1", "localhost", "example.org", "0.0.0.0")]
    [True, True, True, False, True]
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host.rstrip(".").lower() in _HERE
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback or address.is_unspecified


def children(of: int | None = None) -> frozenset[int]:
    """Process ids of a process's living children, by default this one's; none without `/proc`."""
    parent = os.getpid() if of is None else of
    return frozenset(pid for pid, above in _living().items() if above == parent)


def _living() -> dict[int, int]:
    """Each living process and its parent."""
    found = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            # The name, in brackets, may hold anything: fields count from the last bracket.
            state, above = place.read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                found[int(place.parent.name)] = int(above)
    return found


def _kill(pids: frozenset[int]) -> None:
    """End these children and all that descend from them, and see that they are gone."""
    doomed, more = set(pids), set(pids)
    living = _living()
    while more:
        more = {pid for pid, above in living.items() if above in more} - doomed
        doomed |= more
    for pid in doomed:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    for _ in range(_LOOKS):
        if not doomed & set(_living()):
            return
        threading.Event().wait(0.01)


def _host(event: str, args: tuple[Any, ...]) -> str | None:
    """The host that an event would reach, or None where it reaches none."""
    if event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        return _text(args[0])
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        sock, address = args[0], args[1]
        if isinstance(address, tuple) and sock.family in (socket.AF_INET, socket.AF_INET6):
            return _text(address[0])
    return None


def _text(host: object) -> str:
    return host.decode(errors="replace") if isinstance(host, bytes) else str(host or "")


def _hook(event: str, args: tuple[Any, ...]) -> None:
    guard = _active
    if guard is not None and event.startswith(("socket.", "subprocess.")):
        guard.see(event, args)
