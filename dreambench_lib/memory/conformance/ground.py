"""Where checks stand: memories are built, written to and asked here, as the harness does it.

A write counts as done when a read shows it: `Life.settle` asks again until it does, for as long as
the suite's patience lasts, and never waits without asking.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

from dreambench_lib.canonical import sha256
from dreambench_lib.memory.conditions import build
from dreambench_lib.memory.conformance.guard import Guard, children
from dreambench_lib.memory.conformance.payload import clean
from dreambench_lib.memory.protocol import Memory, Space
from dreambench_lib.memory.table import Condition
from dreambench_lib.records import Episode, Note, Query, Recall

MOST = 1_000
"""Recalls that a read may return here; the suite never writes a tenth as many notes."""
_SHORTEST, _LONGEST = 0.01, 0.5


class Malformed(Exception):
    """What a read returned is no list of recalls, or one without an end."""


class Life:
    """One memory in a namespace of its own, and all that was written to it."""

    def __init__(self, ground: Ground, space: Space) -> None:
        self.ground, self.space = ground, space
        self.memory: Memory = build(ground.condition, space)
        self.notes: dict[str, Note] = {}
        self.episodes: dict[str, Episode] = {}
        self.writes: list[float] = []
        """Seconds of each write with its sleep and flush."""
        self.reads: list[float] = []

    def live(self, *episodes: Episode) -> None:
        """Write, sleep and, where the memory has it, flush."""
        for episode in episodes:
            clean(episode)
            self.episodes[episode.id] = episode
            self.notes |= {one.id: one for one in episode.notes}
            start = time.perf_counter()
            self.memory.write(episode)
            self.memory.sleep()
            self.flush()
            self.writes.append(time.perf_counter() - start)

    def flush(self) -> None:
        """Call `flush` where the memory has one."""
        if callable(flush := getattr(self.memory, "flush", None)):
            flush()

    def ask(self, query: Query) -> list[Recall]:
        """All that a read lists, refused ones too."""
        clean(query)
        start = time.perf_counter()
        recalls = list(islice(self.memory.read(query), MOST + 1))
        self.reads.append(time.perf_counter() - start)
        if len(recalls) > MOST:
            raise Malformed(f"read returned more than {MOST} recalls of {len(self.notes)} notes")
        for one in recalls:
            if not isinstance(one, Recall):
                raise Malformed(f"read returned a {type(one).__name__}, not a Recall")
        return recalls

    def settle(self, query: Query, wanted: Iterable[str]) -> list[Recall]:
        """Read until all of `wanted` is shown, or patience is at its end; the last read."""
        wanted = list(wanted)
        recalls = self.ask(query)
        end, pause = time.monotonic() + self.ground.patience, _SHORTEST
        while missing(wanted, recalls):
            if time.monotonic() >= end:
                self.ground.patience = 0.0  # spent once: later checks need not wait for as long
                break
            Event().wait(pause)
            pause = min(2 * pause, _LONGEST)
            recalls = self.ask(query)
        return recalls

    def again(self) -> Life:
        """A new memory on the same folder and namespace, after this one was closed and let go."""
        self.close()
        del self.memory
        gc.collect()  # one without `close` lets go of its files with the last reference
        return self.ground.keep(Life(self.ground, self.space))

    def close(self) -> None:
        """Call `close` where the memory has one."""
        if callable(close := getattr(getattr(self, "memory", None), "close", None)):
            with suppress(Exception):
                close()


class Ground:
    """What one check is given."""

    def __init__(
        self, condition: Condition, folder: Path, guard: Guard, patience: float,
        model: object | None = None,
    ) -> None:  # fmt: skip
        self.condition, self.folder, self.guard, self.model = condition, folder, guard, model
        self.spared = children()
        """Child processes that no memory of this suite has started."""
        self.patience = 0.0 if condition.forbids else patience
        """Seconds that a write may take to show; none where it may never do so."""
        self._tag = ""
        self._open = ExitStack()

    @contextmanager
    def check(self, name: str) -> Iterator[Ground]:
        """While the check `name` runs; its memories are closed at the end."""
        self._tag = name
        with ExitStack() as self._open:
            yield self

    def life(self, name: str = "a", namespace: str | None = None) -> Life:
        """A new memory.

        Args:
            name: Tells this check's memories apart; its folder is called so.
            namespace: By default one that is drawn from check and name.
        """
        folder = self.folder / self._tag / name
        folder.mkdir(parents=True, exist_ok=True)
        drawn = "m" + sha256(["conformance", str(self.folder), self._tag, name])[:20]
        return self.keep(Life(self, Space(folder, namespace or drawn, self.model)))

    def keep(self, life: Life) -> Life:
        self._open.callback(life.close)
        return life

    def backends(self) -> list[str]:
        """What the memory leans on outside the process, as far as Python sees it.

        Counted over all checks: a library may share one connection or process among its memories.
        """
        started, dialled = len(children() - self.spared), self.guard.connections
        told = [f"child processes: {started}"] if started else []
        return [*told, f"connections: {dialled}"] if dialled else told

    @property
    def spent(self) -> tuple[int, int]:
        """Calls and tokens of the model so far; none without one."""
        used: Any = getattr(self.model, "spent", None)
        return (used.calls, used.input_tokens + used.output_tokens) if used else (0, 0)


def text_of(recalls: Iterable[Recall]) -> str:
    """All that a reader with a large budget is shown."""
    return "\n".join(one.text for one in recalls if one.admitted)


def missing(wanted: Iterable[str], recalls: Iterable[Recall]) -> list[str]:
    """Those of `wanted` that no shown recall holds."""
    shown = text_of(recalls)
    return [one for one in wanted if one not in shown]
