"""What an agent is: one method, nothing to inherit; and what it is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

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


@runtime_checkable
class Agent(Protocol):
    """What edits the repository in a session. `tier` says how far its numbers reach."""

    tier: str

    def work(self, workspace: Workspace, task: Task) -> WorkLog:
        """Edit `workspace` so that `task` is done, and say what was done."""
        ...
