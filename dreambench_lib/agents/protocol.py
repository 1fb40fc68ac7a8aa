"""What an agent is: one method, nothing to inherit; and what it is given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

from dreambench_lib.memory.protocol import Model
from dreambench_lib.records import WorkLog
from dreambench_lib.traps.slots import Slot
from dreambench_lib.traps.template import SessionSource
from dreambench_lib.trees import Entry, Kind, Tree


class Workspace:
    """An in-memory repository for trusted agents: they run in the harness's own process.

    >>> from dreambench_lib.trees import text_tree
    >>> space = Workspace(text_tree({"a.txt": "one"}))
    >>> space.write("b.txt", space.read("a.txt") + ", two")
    >>> list(space.files())
    ['a.txt', 'b.txt']
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = dict(tree)

    @property
    def tree(self) -> Tree:
        """The repository as it stands; the harness takes the diff from it."""
        return dict(sorted(self._tree.items()))

    def files(self) -> Iterator[str]:
        """Paths in order (a name that is not UTF-8 is passed over)."""
        for path in sorted(self._tree):
            try:
                yield path.decode()
            except UnicodeDecodeError:
                continue

    def read(self, path: str) -> str:
        """A file's text; FileNotFoundError where there is none."""
        entry = self._tree.get(path.encode())
        if entry is None or entry.kind == "link":
            raise FileNotFoundError(path)
        return entry.data.decode()

    def write(self, path: str, text: str) -> None:
        """Create or replace a file; an executable one stays executable."""
        old = self._tree.get(path.encode())
        kind: Kind = "exec" if old is not None and old.kind == "exec" else "file"
        self._tree[path.encode()] = Entry(kind, text.encode())

    def replace(self, tree: Tree) -> None:
        """Take over the whole tree that a sandbox left."""
        self._tree = dict(tree)


@dataclass(frozen=True)
class SlotKit:
    """What only embedded readers are given: the session's files with slots, and the slots.

    It holds no value, no check and no wrong tree.
    """

    source: SessionSource
    slots: tuple[Slot, ...]

    @classmethod
    def of(cls, source: SessionSource, slots: tuple[Slot, ...]) -> SlotKit:
        """The kit of one session, without its wrong trees."""
        return cls(source.model_copy(update={"wrong": {}, "fails": {}}), slots)


@dataclass(frozen=True)
class Command:
    """A program that edits the repository in a sandbox, where the model is its only network."""

    argv: tuple[str, ...]
    """Run in the repository's folder; ``python`` is the sandbox's interpreter."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Read-only files of the agent's own, below `Room.files`."""
    packages: tuple[str, ...] = ()
    """Distributions of this process's Python that the program imports."""
    programs: Mapping[str, Path] = field(default_factory=dict)
    """Folders of this machine, shown read-only as ``/programs/NAME``: a program, or a venv made
    from /usr/bin/python3 (``bin/python -m …``, or a script in its ``bin``)."""
    environment: Mapping[str, str] = field(default_factory=dict)


class Ran(NamedTuple):
    """How a `Command` ended."""

    exit: int | None
    """Its status; None where it was ended from outside."""
    output: str
    """Standard output, capped, what is no text replaced."""
    errors: str
    fault: str
    """Why it was ended or its tree is no tree (``timeout`` …), or ""; its own doing."""


class Room(Protocol):
    """A sandbox for one session of one agent."""

    base_url: str
    """Where the model answers inside."""
    model: str
    """The model's name."""
    files: str
    """The folder of `Command.files` inside."""

    def run(self, workspace: Workspace, command: Command) -> Ran:
        """Run to its end; `workspace` then holds what the sandbox left of the repository."""
        ...


@dataclass(frozen=True)
class Task:
    """One session as an agent is given it."""

    token: str
    """The opaque task id."""
    project: str
    prompt: str
    context: str
    """What the memory brought back, exactly as a language model would see it."""
    session: int
    kit: SlotKit | None = None
    """Given to embedded readers only."""
    model: Model | None = None
    """The metered model, where the run has one; for agents that are our own trusted code."""
    room: Room | None = None
    """Where an agent that is a program runs, where the run has a model."""
    tests: tuple[str, ...] = ()
    """The command of the repository's visible tests."""


@runtime_checkable
class Agent(Protocol):
    """What edits the repository in a session. `tier` says how far its numbers reach.

    An agent that cannot work without a model says so by ``needs_model = True``, one that is a
    program by ``needs_room = True``.
    """

    tier: str

    def work(self, workspace: Workspace, task: Task) -> WorkLog:
        """Edit `workspace` so that `task` is done, and say what was done."""
        ...
