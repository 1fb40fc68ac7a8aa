"""Blocking: which facts are about the same thing, found by index instead of by comparing all.

Facts are filed oldest document first, and what a fact is near to depends on what was filed before
it. So every fact remembers what it left behind. When a fact comes, goes or changes its reach, it is
filed anew at its place in time, and then only those after it for which something changed: the
result is that of filing all of them again, and the work that of the facts concerned.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable
from heapq import heappop, heappush

from dreambench_lib.memory.probe.items import Fact, Item
from dreambench_lib.memory.probe.stems import alike

WIDTH = 8
"""At most so many slots, the most recently used, are looked at per word of a key."""
Key = tuple[str, int, str, str]
"""A fact's place in time: document date, session, content, id."""
Name = tuple[str | None, str]
"""A repository and a word of a key, or a literal's family."""

_LEAD = re.compile(r"[A-Za-z]+[-_.:/#]")


def key_of(item: Item) -> Key:
    """Where an item stands among all, oldest first."""
    return (*item.time, item.content, item.id)


class _Filed:
    """One fact with what its filing came to. A slot is known by the key of its first fact."""

    def __init__(self, item: Item, scope: tuple[str, ...]) -> None:
        assert item.fact is not None
        self.item, self.fact, self.scope = item, item.fact, scope
        self.family = family(item.fact)
        words = [*item.fact.key, f"family {self.family}"]
        self.names: list[Name] = [(item.repo_scope, word) for word in words]
        self.home: Key | None = None
        self.core: frozenset[str] = frozenset()
        """What the slot is about once this fact has joined it."""
        self.near: frozenset[Key] = frozenset()
        """The slots it was compared with."""
        self.after: dict[Name, tuple[Key, ...]] = {}
        """Per name, the slots that were used last, this fact's the latest."""


class Slots:
    """Facts by slot.

    A fact joins a slot of its repository and scope when its key says the same, or when its
    sentence speaks of a change and shares a word of the key or the literal's family.
    """

    def __init__(self) -> None:
        self.comparisons = 0
        self._filed: dict[Key, _Filed] = {}
        self._lines: dict[Name, list[Key]] = defaultdict(list)
        self._members: dict[Key, list[Key]] = defaultdict(list)
        self._lookers: dict[Key, list[Key]] = defaultdict(list)
        self._heap: list[Key] = []
        self._due: set[Key] = set()
        self._changed: set[Key] = set()

    def put(self, item: Item, scope: tuple[str, ...]) -> None:
        """File one fact under `scope` (its own, or the one it was narrowed to)."""
        key = key_of(item)
        filed = self._filed.get(key)
        if filed is None:
            filed = self._filed[key] = _Filed(item, scope)
            for name in filed.names:
                insort(self._lines[name], key)
            self._dirty(*self._lookers.get(key, ()))
        elif filed.scope == scope:
            return
        elif filed.home == key:
            self._dirty(*self._lookers[key])
        filed.scope = scope
        self._dirty(key)

    def drop(self, item: Item) -> None:
        """Take one fact out again."""
        key = key_of(item)
        filed = self._filed.pop(key, None)
        if filed is None:
            return
        for name in filed.names:
            line = self._lines[name]
            place = bisect_left(line, key)
            del line[place]
            self._dirty(*line[place : place + 1])
        self._leave(key, filed)
        for slot in filed.near:
            _cut(self._lookers[slot], key)

    def update(self) -> set[Key]:
        """File what is due; returns the slots whose facts are no longer the same."""
        while self._heap:
            key = heappop(self._heap)
            self._due.discard(key)
            if key in self._filed:
                self._file(key, self._filed[key])
        changed, self._changed = self._changed, set()
        return changed

    def facts(self, slot: Key) -> list[Item]:
        """A slot's facts, oldest first; none when there is no such slot any more."""
        return [self._filed[key].item for key in self._members.get(slot, ())]

    def _dirty(self, *keys: Key) -> None:
        for key in keys:
            if key not in self._due:
                self._due.add(key)
                heappush(self._heap, key)

    def _file(self, key: Key, filed: _Filed) -> None:
        """Everything older is as it should be: decide where this fact belongs."""
        before = {name: self._before(name, key) for name in filed.names}
        near = frozenset(slot for slots in before.values() for slot in slots)
        self.comparisons += len(near)
        score, best = max(
            ((self._match(slot, key, filed), slot) for slot in near), default=(0.0, key)
        )
        home, core = key, frozenset(filed.fact.key)
        if score > 0:
            home, known = best, self._core(best, key)
            # The words that come back every time are what the slot is about.
            core = known & core if len(known & core) > 1 else known
        after = {
            name: (*(slot for slot in slots if slot != home), home)[-WIDTH:]
            for name, slots in before.items()
        }
        for name in filed.names:
            if after[name] != filed.after.get(name):
                line = self._lines[name]
                place = bisect_right(line, key)
                self._dirty(*line[place : place + 1])
        if (home, core) != (filed.home, filed.core):
            self._move(key, filed, home, core)
        for slot in near - filed.near:
            insort(self._lookers[slot], key)
        for slot in filed.near - near:
            _cut(self._lookers[slot], key)
        filed.near, filed.after = near, after

    def _move(self, key: Key, filed: _Filed, home: Key, core: frozenset[str]) -> None:
        if home != filed.home:
            self._leave(key, filed)
            insort(self._members[home], key)
            self._changed.add(home)
            was = self._core(home, key) if home != key else frozenset()
        else:
            was = filed.core
        filed.home, filed.core = home, core
        self._tell(home, key, was)

    def _leave(self, key: Key, filed: _Filed) -> None:
        if filed.home is not None:
            _cut(self._members[filed.home], key)
            self._changed.add(filed.home)
            self._tell(filed.home, key, filed.core)

    def _tell(self, slot: Key, key: Key, was: frozenset[str]) -> None:
        """Where what a slot is about was another: whoever looked at it until its next fact came."""
        members, lookers = self._members[slot], self._lookers[slot]
        place = bisect_right(members, key)
        if place and self._filed[members[place - 1]].core == was:
            return
        start = bisect_right(lookers, key)
        end = bisect_right(lookers, members[place]) if place < len(members) else len(lookers)
        self._dirty(*lookers[start:end])

    def _before(self, name: Name, key: Key) -> tuple[Key, ...]:
        line = self._lines[name]
        place = bisect_left(line, key)
        return self._filed[line[place - 1]].after[name] if place else ()

    def _core(self, slot: Key, key: Key) -> frozenset[str]:
        """What a slot was about just before `key`."""
        members = self._members[slot]
        return self._filed[members[bisect_left(members, key) - 1]].core

    def _match(self, slot: Key, key: Key, filed: _Filed) -> float:
        """How sure it is that a fact is about a slot's thing; 0 = it is not."""
        first, fact = self._filed[slot], filed.fact
        if not overlap(first.scope, filed.scope):
            return 0.0
        if first.fact.shape != fact.shape and {"number", "way"} & {first.fact.shape, fact.shape}:
            return 0.0
        about = self._core(slot, key)
        shared = about & set(fact.key)
        same = alike(about, fact.key)
        if fact.shape == "way":
            # The verb's group is part of the key: without it nothing is the same way.
            verb = any(part.endswith(":") for part in shared)
            return same if verb and len(shared) > 1 and same >= 0.6 else 0.0
        kin = first.family is not None and first.family == filed.family
        if about == set(fact.key) or (len(shared) > 1 and same >= 0.6):
            return 1.0 + same + 0.5 * kin
        if fact.change and (kin or (same == 1.0 and first.fact.shape == fact.shape)):
            return 0.5 * same + 0.4 * kin
        return 0.0


def _cut(keys: list[Key], key: Key) -> None:
    del keys[bisect_left(keys, key)]


def overlap(first: Iterable[str], second: Iterable[str]) -> bool:
    """Whether two scopes are the same part of the work (both whole, or sharing a word)."""
    a, b = set(first), set(second)
    return bool(a & b) if a or b else True


def family(fact: Fact) -> tuple[str, str] | None:
    """Leading letters and form of a composed literal: ``QX-`` and ``2-5-3``."""
    lead = _LEAD.match(fact.value)
    return (lead[0], fact.shape) if lead and fact.shape != "words" else None
