"""Rooms for agents that are programs: the repository in, the program run, the tree out."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Protocol

from ...agents.protocol import Command, Ran, Room, Workspace
from ...agents.table import needs_room
from ...errors import BadInput
from ...trees import Tree
from ...walk import OddTree, read_tree
from ..sandboxes.agent_room import (
    BASE_URL,
    FILES,
    PACKAGES,
    Opened,
    OpenRoom,
    RoomLimits,
    entries,
)  # fmt: skip
from ..sandboxes.base import Weaker
from ..sandboxes.hear import Kept, hear
from ..sandboxes.room_bubblewrap import open_bubble
from ..sandboxes.room_docker import WEAKER, open_container, require_local
from ..workspace import materialise
from .door import Door
from .server import Served


class RoomMaker(Protocol):
    """Makes a room whose only network is the door."""

    @property
    def opens(self) -> OpenRoom:
        """What lies beneath."""
        ...

    @property
    def weaker(self) -> Mapping[str, Weaker]:
        """Promises that it keeps in a weaker form only."""
        ...

    def __call__(self, door: Door, model: str, limits: RoomLimits | None = None) -> Room: ...

    def check(self) -> None:
        """Say in one sentence why there is no room on this machine (BadInput), if so."""
        ...


class BubbleRoom:
    """One session's room; opened when a program is run, gone when it has ended."""

    base_url, files = BASE_URL, FILES
    opens: ClassVar[OpenRoom] = staticmethod(open_bubble)
    weaker: ClassVar[Mapping[str, Weaker]] = MappingProxyType({})

    def __init__(self, door: Door, model: str, limits: RoomLimits | None = None) -> None:
        self.model, self._door, self._limits = model, door, limits or RoomLimits()

    @classmethod
    def check(cls) -> None:
        """See `RoomMaker`: whoever has the sandbox has its room."""

    def run(self, workspace: Workspace, command: Command) -> Ran:
        """See `agents.protocol.Room`."""
        with ExitStack() as stack:
            room = self.opens(self._limits, command.packages, command.programs)
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
        return Ran(exit_, out.text, err.text, fault)

    def _watched(
        self, room: Opened, tree: Tree, command: Command
    ) -> tuple[int | None, Kept, Kept, str]:
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
            kept = (Kept(), Kept())
            ours = [reading for reading, _ in pipes]
            fault = hear(room.ended, ours, kept, self._limits.seconds)
            if fault:
                room.kill()
                return None, *kept, fault
            return room.status(), *kept, ""


class DockerRoom(BubbleRoom):
    """The same in a container."""

    opens: ClassVar[OpenRoom] = staticmethod(open_container)
    weaker: ClassVar[Mapping[str, Weaker]] = MappingProxyType(WEAKER)

    @classmethod
    def check(cls) -> None:
        """See `RoomMaker`: the engine must be on this machine."""
        require_local()


def repository(tree: Tree) -> Iterator[tuple[bytes, str, bytes]]:
    """The tree and its history of one commit, as a room takes it in."""
    yield from entries(tree)
    with tempfile.TemporaryDirectory(prefix="w-") as name:
        materialise(tree, Path(name))
        store = Path(name) / ".git"
        for path in sorted(store.rglob("*")):
            if path.is_file():
                yield os.fsencode(path.relative_to(name)), "file", path.read_bytes()


ROOMS: Mapping[str, RoomMaker] = MappingProxyType({"bubblewrap": BubbleRoom, "docker": DockerRoom})
"""By the sandbox's name; a new one is a class and a line here."""


def _none(sandbox: str) -> BadInput:
    return BadInput(
        f"{sandbox} has no room for agents that are programs, but {' and '.join(ROOMS)} have: "
        "give --sandbox bubblewrap"
    )


def room_of(sandbox: str) -> RoomMaker:
    """The sandbox's room for agents.

    Raises:
        BadInput: it has none, or none on this machine.
    """
    if sandbox not in ROOMS:
        raise _none(sandbox)
    ROOMS[sandbox].check()
    return ROOMS[sandbox]


class _Closed:
    """The room of a sandbox that has none: it says so when a program asks for it."""

    base_url, files = BASE_URL, FILES

    def __init__(self, sandbox: str, model: str) -> None:
        self._sandbox, self.model = sandbox, model

    def run(self, workspace: Workspace, command: Command) -> Ran:
        """See `agents.protocol.Room`."""
        raise _none(self._sandbox)


def check_rooms(sandbox: str, agents: Iterable[str]) -> None:
    """Refuse agents that are programs where the sandbox has no room for them."""
    for name in agents:
        if needs_room(name):
            try:
                room_of(sandbox)
            except BadInput as none:
                raise BadInput(f"agent {name} cannot run: {none}") from None


def make_room(sandbox: str, door: Door, model: str) -> Room:
    """The room that goes with a sandbox."""
    maker = ROOMS.get(sandbox)
    return maker(door, model) if maker is not None else _Closed(sandbox, model)


__all__ = ["ROOMS", "BubbleRoom", "DockerRoom", "RoomMaker", "check_rooms", "make_room", "room_of"]
