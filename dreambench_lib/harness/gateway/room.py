"""Rooms for agents that are programs: the repository in, the program run, the tree out."""

from __future__ import annotations

import os
import selectors
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from ...agents.protocol import Command, Ran, Room, Workspace
from ...agents.table import needs_room
from ...errors import BadInput
from ...trees import Tree
from ...walk import OddTree, read_tree
from ..sandboxes.agent_room import BASE_URL, FILES, PACKAGES, Opened, RoomLimits, entries, open_room
from ..workspace import materialise
from .door import Door
from .server import Served

HEAD, TAIL = 64 * 1024, 192 * 1024
"""Bytes of a stream that are kept: its beginning and its end."""
FLOOD = 64 * 1024 * 1024
"""Bytes of output after which a program is ended."""
ONLY_BUBBLEWRAP = (
    "agents that are programs run in bubblewrap only, as yet: give --sandbox bubblewrap"
)


class RoomMaker(Protocol):
    """Makes a room whose only network is the door."""

    def __call__(self, door: Door, model: str) -> Room: ...


class BubbleRoom:
    """One session's room; opened when a program is run, gone when it has ended."""

    base_url, files = BASE_URL, FILES

    def __init__(self, door: Door, model: str, limits: RoomLimits | None = None) -> None:
        self.model, self._door, self._limits = model, door, limits or RoomLimits()

    def run(self, workspace: Workspace, command: Command) -> Ran:
        """See `agents.protocol.Room`."""
        with ExitStack() as stack:
            room = open_room(self._limits, command.packages)
            stack.callback(os.close, room.folder)
            # Serving ends before the folder is read, and after everything inside is dead.
            with ExitStack() as inside:
                inside.enter_context(Served(room.listener, self._door))
                inside.callback(room.close)
                exit_, out, err, fault = self._watched(room, workspace.tree, command)
            try:
                workspace.replace(read_tree(room.folder))
            except OddTree as odd:
                fault = fault or str(odd)
        return Ran(exit_, _text(out), _text(err), fault)

    def _watched(
        self, room: Opened, tree: Tree, command: Command
    ) -> tuple[int | None, _Kept, _Kept, str]:
        """Start the program and hear it out until it ends or must be ended."""
        with ExitStack() as stack:
            pipes = [os.pipe(), os.pipe()]
            for reading, _ in pipes:
                stack.callback(os.close, reading)
            outputs = (pipes[0][1], pipes[1][1])
            try:
                own = {"PYTHONPATH": PACKAGES} if command.packages else {}
                room.start(
                    repository(tree), command.files, command.argv,
                    {**own, **command.environment}, self._limits, outputs,
                )  # fmt: skip
            finally:
                for fd in outputs:
                    os.close(fd)
            kept = (_Kept(), _Kept())
            fault = _hear(room, [pipes[0][0], pipes[1][0]], kept, self._limits.seconds)
            if fault:
                room.bubble.kill()
                return None, *kept, fault
            return room.bubble.process.wait(), *kept, ""


class _Kept:
    """The beginning and the end of a stream."""

    def __init__(self) -> None:
        self.head, self.tail, self.size = b"", b"", 0

    def add(self, part: bytes) -> None:
        self.size += len(part)
        room = HEAD - len(self.head)
        self.head += part[:room]
        self.tail = (self.tail + part[room:])[-TAIL:] if len(part) > room else self.tail


def _hear(room: Opened, pipes: list[int], kept: tuple[_Kept, _Kept], seconds: float) -> str:
    """Read both streams until the program has ended; why it must be ended instead, or ""."""
    until = time.monotonic() + seconds
    ended = room.bubble.init if room.bubble.init is not None else room.bubble.status_fd
    with closing(selectors.DefaultSelector()) as selector:
        for fd, stream in zip(pipes, kept, strict=True):
            os.set_blocking(fd, False)
            selector.register(fd, selectors.EVENT_READ, stream)
        selector.register(ended, selectors.EVENT_READ, None)
        while True:
            ready = selector.select(max(until - time.monotonic(), 0.0))
            over = not ready
            for key, _ in ready:
                if key.data is None:
                    over = True
                elif not _take(key.fd, key.data):
                    selector.unregister(key.fd)
            if sum(stream.size for stream in kept) > FLOOD:
                return "too much output"
            if time.monotonic() >= until:
                return "timeout"
            if over:
                break
    for fd, stream in zip(pipes, kept, strict=True):
        while _take(fd, stream):
            pass
    return ""


def _take(fd: int, stream: _Kept) -> bool:
    try:
        part = os.read(fd, 1 << 16)
    except BlockingIOError:
        return False
    stream.add(part)
    return bool(part)


def _text(kept: _Kept) -> str:
    left_out = kept.size - len(kept.head) - len(kept.tail)
    gap = f"\n[{left_out} bytes left out]\n".encode() if left_out else b""
    return (kept.head + gap + kept.tail).decode(errors="replace")


def repository(tree: Tree) -> Iterator[tuple[bytes, str, bytes]]:
    """The tree and its history of one commit, as a room takes it in."""
    yield from entries(tree)
    with tempfile.TemporaryDirectory(prefix="w-") as name:
        materialise(tree, Path(name))
        store = Path(name) / ".git"
        for path in sorted(store.rglob("*")):
            if path.is_file():
                yield os.fsencode(path.relative_to(name)), "file", path.read_bytes()


class _Closed:
    """The room of a sandbox that has none: it says so when a program asks for it."""

    base_url, files = BASE_URL, FILES

    def __init__(self, door: Door, model: str) -> None:
        self.model = model

    def run(self, workspace: Workspace, command: Command) -> Ran:
        raise BadInput(ONLY_BUBBLEWRAP)


ROOMS: Mapping[str, RoomMaker] = MappingProxyType({"bubblewrap": BubbleRoom})
"""By the sandbox's name; a new one is a class and a line here."""


def check_rooms(sandbox: str, agents: Iterable[str]) -> None:
    """Refuse agents that are programs where the sandbox has no room for them."""
    for name in agents:
        if needs_room(name) and sandbox not in ROOMS:
            raise BadInput(f"agent {name} cannot run in {sandbox}: {ONLY_BUBBLEWRAP}")


def make_room(sandbox: str, door: Door, model: str) -> Room:
    """The room that goes with a sandbox."""
    return ROOMS.get(sandbox, _Closed)(door, model)


__all__ = ["BubbleRoom", "RoomMaker", "check_rooms", "make_room"]
