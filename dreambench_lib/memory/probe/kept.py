"""A repair that is kept up between sleeps, and shared by the memories that are told the same facts.

Without a model, what a repair comes to is a function of the facts told so far. In a run dozens of
memories are told the same ones, so it is worked out once, while they are few; nobody changes a
shared one. Where they are more, or a model relates them, a memory keeps up a repair of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache

from dreambench_lib.memory.probe.items import Item
from dreambench_lib.memory.probe.repair import Repair
from dreambench_lib.memory.probe.settle import Relate

SHARED = 64
"""Facts in a shared repair: it is made from the first one on."""
Seen = Callable[[Item], Item]


class Batch:
    """Facts that come and go together; equal where a repair could see no difference."""

    def __init__(self, came: Iterable[Item], went: frozenset[str]) -> None:
        self.came, self.went = tuple(came), went
        self._read = (tuple(map(_read, self.came)), went)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Batch) and self._read == other._read

    def __hash__(self) -> int:
        return hash(self._read)


class Kept:
    """What `mend` keeps between two sleeps of one memory."""

    def __init__(self, seen_as: Seen, relate: Relate | None) -> None:
        self.repair = Repair(relate)
        self.records: dict[str, set[str]] = defaultdict(set)
        """Contradiction records by the items they name."""
        self._seen_as = seen_as
        self._facts: set[str] = set()
        self._told: tuple[Batch, ...] = ()
        self._own = relate is not None

    def update(self, came: Iterable[Item], went: Iterable[str]) -> frozenset[str]:
        """Take facts in and out; returns the ids of those whose fate, scope or links changed."""
        new = [item for item in came if item.id not in self._facts]
        batch = Batch(new, frozenset(went) & self._facts)
        self._facts |= {item.id for item in new}
        self._facts -= batch.went
        if not self._own and len(self._facts) > SHARED:
            self._own, self.repair = True, Repair()
            for told in self._told:
                _apply(self.repair, told, self._seen_as)
        if self._own:
            return _apply(self.repair, batch, self._seen_as)
        self._told = (*self._told, batch)
        self.repair, changed = _shared(self._told, self._seen_as)
        return changed


@lru_cache(maxsize=128)
def _shared(told: tuple[Batch, ...], seen_as: Seen) -> tuple[Repair, frozenset[str]]:
    """The repair of these facts, and what the last of them changed."""
    repair, changed = Repair(), frozenset[str]()
    for batch in told:
        changed = _apply(repair, batch, seen_as)
    return repair, changed


def _apply(repair: Repair, batch: Batch, seen_as: Seen) -> frozenset[str]:
    return frozenset(repair.update(map(seen_as, batch.came), batch.went))


def _read(item: Item) -> tuple[object, ...]:
    """All that a repair reads of an item; when and from which episode it was made is not in it."""
    return (
        item.id, item.fact, item.content, item.repo_scope, item.date, item.session, item.author,
        item.sources, item.provenance.task_ids,
    )  # fmt: skip
