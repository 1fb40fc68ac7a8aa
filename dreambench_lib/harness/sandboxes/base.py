"""What every sandbox is: Protocols to satisfy and the records that pass through them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Literal, NamedTuple, Protocol

from ...errors import Infra
from ...records import Record
from ...traps.checks import Call, Run
from ...trees import Tree

MIB = 1024 * 1024


class Limits(Record):
    """What one probe may use."""

    seconds: float = 10.0
    """Wall time of one probe; the promise that matters."""
    verdict_seconds: float = 25.0
    """Wall time of all probes on one tree: ten that hang do not cost ten deadlines."""
    cpu_seconds: int = 20
    memory_bytes: int = 256 * MIB
    """Address space of each process; times `processes`, 4 GiB is the honest bound of a probe."""
    processes: int = 16
    open_files: int = 128
    file_bytes: int = 16 * MIB
    temp_bytes: int = 16 * MIB
    temp_files: int = 4_096
    repo_bytes: int = 96 * MIB
    repo_files: int = 16_384
    output_bytes: int = MIB
    """Of each stream; whoever writes more is killed."""


DEFAULT = Limits()


class Observation(NamedTuple):
    """The one thing a probe shows: its result, or why there is none."""

    status: Literal["ok", "failed"]
    reason: str = ""
    """Why it failed, in words that never come from inside, e.g. ``timeout``."""
    data: bytes = b""
    """A call's result as canonical JSON, or a command's standard output as it was written."""
    note: str = ""
    """The end of standard error, for people: never part of a verdict or a record."""


STARTS = "the sandbox starts"
"""The one check of a battery that could not begin."""


class SelfCheck(NamedTuple):
    """One promise, tried from inside."""

    name: str
    passed: bool
    detail: str = ""
    """What was seen instead; of a promise kept in a weaker form, why."""
    group: str = ""


class Weaker(NamedTuple):
    """A promise that a sandbox cannot keep as the others do: what must hold instead, and why."""

    expected: object
    """The value that must come back, or a test of it."""
    why: str


class SessionLost(Infra):
    """The sandbox itself ended during a probe; nothing was observed."""


TIMEOUT = "timeout"


class SandboxSession(Protocol):
    """An open sandbox. Each probe gets its own copy of the tree, which is gone afterwards."""

    def observe(self, tree: Tree, probe: Call | Run, seconds: float | None = None) -> Observation:
        """Ask one question of `tree`, in at most `seconds`.

        Raises:
            SessionLost: if the sandbox ended; open another one.
        """
        ...


class Sandbox(Protocol):
    """A way to run hostile code; ``pkg.mod:Class`` of one works wherever a name does."""

    def session(self, limits: Limits = DEFAULT) -> AbstractContextManager[SandboxSession]:
        """A sandbox for many probes; everything in it is dead when the context ends."""
        ...

    def identity(self) -> str:
        """What a verdict depends on: stands in keys and records, so no fact of this machine."""
        ...

    def interpreter(self) -> str:
        """The Python inside; keys the local cache only and is never sealed."""
        ...

    def check(self) -> list[SelfCheck]:
        """Try every promise from inside."""
        ...
