"""A good memory in ten lines, and memories that are broken on purpose, one way each."""

from __future__ import annotations

import itertools
import os
import random
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from dreambench_lib.errors import Infra
from dreambench_lib.memory.external.http import HttpMemory
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Episode, Note, Query, Recall


class Good:
    """Every note, newest first."""

    def __init__(self, space: Space) -> None:
        self.notes: list[Note] = []

    def write(self, episode: Episode) -> None:
        self.notes[:0] = episode.notes

    def sleep(self) -> None:
        pass

    def read(self, query: Query) -> list[Recall]:
        return [Recall(text=note.text, sources=(note.id,)) for note in self.notes]


class DropsHits(Good):
    def read(self, query: Query) -> list[Recall]:
        return [one for place, one in enumerate(super().read(query)) if place % 3 != 2]


class FoldsHyphens(Good):
    def read(self, query: Query) -> list[Recall]:
        fold = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
        recalls = super().read(query)
        return [r.model_copy(update={"text": r.text.translate(fold)}) for r in recalls]


class Strips(Good):
    """Cuts what is long, as a column of limited width does."""

    def read(self, query: Query) -> list[Recall]:
        return [r.model_copy(update={"text": r.text[:4096]}) for r in super().read(query)]


class IgnoresLimit(Good):
    """`limit=` is swallowed on its way, and the store's own default of five holds."""

    def read(self, query: Query) -> list[Recall]:
        return super().read(query)[:5]


class OneMore(Good):
    def read(self, query: Query) -> list[Recall]:
        return super().read(query)[: query.items + 1]


class Leaks(Good):
    """One list for all namespaces."""

    everybody: list[Note] = []

    def __init__(self, space: Space) -> None:
        self.notes = self.everybody


class LeaksByPrefix:
    """A look-up by the beginning of the namespace."""

    held: dict[str, list[Note]] = {}

    def __init__(self, space: Space) -> None:
        self.name = space.namespace

    def write(self, episode: Episode) -> None:
        self.held.setdefault(self.name, []).extend(episode.notes)

    def sleep(self) -> None:
        pass

    def read(self, query: Query) -> list[Recall]:
        hits = [n for name, notes in self.held.items() if name.startswith(self.name) for n in notes]
        return [Recall(text=note.text, sources=(note.id,)) for note in hits]


class ReturnsNothing(Good):
    def read(self, query: Query) -> list[Recall]:
        return []


class LosesLastWrite(Good):
    """Written when the next write comes."""

    waiting: tuple[Note, ...] = ()

    def write(self, episode: Episode) -> None:
        self.notes[:0], self.waiting = self.waiting, episode.notes


class ShowsLate(Good):
    """Indexes in the background: the first reads after a write do not show it yet."""

    reads = 0
    needed = 3

    def write(self, episode: Episode) -> None:
        super().write(episode)
        self.reads = 0

    def read(self, query: Query) -> list[Recall]:
        self.reads += 1
        return super().read(query) if self.reads >= self.needed else []


class Flushes(ShowsLate):
    """As before, but `flush` waits for the index."""

    def flush(self) -> None:
        self.reads = self.needed


class PhonesOut(Good):
    """Telemetry that nobody is told of, and whose failure nobody sees."""

    refused: list[OSError] = []

    def write(self, episode: Episode) -> None:
        super().write(episode)
        try:
            self.phone()
        except OSError as fault:
            self.refused.append(fault)

    def phone(self) -> None:
        socket.create_connection(("192.0.2.1", 443), timeout=0.1).close()


class PhonesByName(PhonesOut):
    def phone(self) -> None:
        socket.getaddrinfo("telemetry.invalid", 443)


class PhonesByDatagram(PhonesOut):
    def phone(self) -> None:
        with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as packet:
            packet.sendto(b"seen", ("2001:db8::1", 53))


class PhonesFromThread(PhonesOut):
    def phone(self) -> None:
        def out() -> None:
            with suppress(OSError):
                super(PhonesFromThread, self).phone()

        thread = threading.Thread(target=out)
        thread.start()
        thread.join()


class SilentWhenDead:
    """Catches what its server does not answer, and says that there is nothing."""

    def __init__(self, space: Space) -> None:
        self.inner = HttpMemory(space, os.environ["MEMORY_URL"])

    def write(self, episode: Episode) -> None:
        self.inner.write(episode)

    def sleep(self) -> None:
        self.inner.sleep()

    def read(self, query: Query) -> list[Recall]:
        try:
            return self.inner.read(query)
        except Infra:
            return []


class SwallowsWrites(SilentWhenDead):
    def write(self, episode: Episode) -> None:
        with suppress(Infra):
            self.inner.write(episode)

    def sleep(self) -> None:
        with suppress(Infra):
            self.inner.sleep()

    def read(self, query: Query) -> list[Recall]:
        return self.inner.read(query)


class ByLot(Good):
    """Ties in the order of the day."""

    lot = random.Random(7)

    def read(self, query: Query) -> list[Recall]:
        return self.lot.sample(recalls := super().read(query), len(recalls))


class SomeByLot(Good):
    """Now and then an item is left out."""

    turn = itertools.count()

    def read(self, query: Query) -> list[Recall]:
        recalls = super().read(query)
        left_out = next(self.turn) % 5
        return [one for place, one in enumerate(recalls) if len(recalls) < 6 or place != left_out]


class ReadMutates(Good):
    """What was shown first is less new the next time."""

    def read(self, query: Query) -> list[Recall]:
        recalls = super().read(query)
        self.notes = [*self.notes[1:], *self.notes[:1]]
        return recalls


class NoSources(Good):
    def read(self, query: Query) -> list[Recall]:
        return [Recall(text=note.text) for note in self.notes]


class StrangeSources(Good):
    def read(self, query: Query) -> list[Recall]:
        return [Recall(text=note.text, sources=("doc-1",)) for note in self.notes]


class WrongSession(Good):
    def read(self, query: Query) -> list[Recall]:
        newest = self.notes[:1]
        return [Recall(text=n.text, sources=(newest[0].id,)) for n in self.notes]


class OneAtATime(Good):
    """A store of which one may be open in the whole process."""

    lock = threading.Lock()
    met = threading.Barrier(2)

    def write(self, episode: Episode) -> None:
        mine = threading.current_thread().name
        if episode.session == 1 and type(threading.current_thread()).__name__ == "_Writer":
            if not self.lock.acquire(blocking=False):
                self.met.wait(10.0)
                raise RuntimeError(f"store is locked, {mine} may not write")
            self.met.wait(10.0)
            self.lock.release()
        super().write(episode)


class ClaimsToPersist(Good):
    persistent = True


class AddsWords(Good):
    def read(self, query: Query) -> list[Recall]:
        recalls = super().read(query)
        return [r.model_copy(update={"text": f"Reminiscence: {r.text}"}) for r in recalls]


class Hangs(Good):
    never = threading.Event()

    def read(self, query: Query) -> list[Recall]:
        if self.notes:
            self.never.wait()
        return []


class Endless(Good):
    def read(self, query: Query) -> Any:
        def forever() -> Iterator[Recall]:
            while self.notes:
                yield Recall(text="again", sources=(self.notes[0].id,))

        return forever()


class Raises(Good):
    def read(self, query: Query) -> list[Recall]:
        raise KeyError("results")


class Exits(Good):
    def write(self, episode: Episode) -> None:
        raise SystemExit(0)


class ReturnsText(Good):
    def read(self, query: Query) -> Any:
        return [note.text for note in self.notes]


class FitsNowhere(Good):
    """Notes as one text that fits into no budget."""

    def read(self, query: Query) -> list[Recall]:
        text = "\n".join(note.text for note in self.notes) + " and so on" * 1000
        return [Recall(text=text, sources=tuple(n.id for n in self.notes))] if self.notes else []
