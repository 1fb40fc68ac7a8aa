"""Facts about notes: which withdrawals, narrowings and orders of authority are in force.

A withdrawal that was itself withdrawn later strikes nothing, so these facts are decided newest
first, and only those that a change can bear on.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable

from dreambench_lib.memory.probe.fates import Fate, Relation, fact_of
from dreambench_lib.memory.probe.items import CLAIMS, Item
from dreambench_lib.memory.probe.slots import WIDTH, Key, Name, key_of, overlap
from dreambench_lib.records import Lifecycle

_BY_REASON: dict[str, tuple[Lifecycle, Relation]] = {
    "superseded": ("superseded", "supersedes"),
    "withdrawn": ("stale", "withdraws"),
    "disproved": ("stale", "disproves"),
}
_GROUP = {"strike": "strike", "revive": "strike", "narrow": "narrow", "authority": "authority"}
"""A revival speaks of the same as a strike: the newest of both counts."""


class Notices:
    """Facts about notes, and what they struck."""

    def __init__(self) -> None:
        self.comparisons = 0
        self.struck: dict[str, Fate] = {}
        self.touched: set[str] = set()
        """Facts whose fate was looked at in the latest update."""
        self._going: dict[Name, dict[str, Item]] = defaultdict(dict)
        """All facts by what they go by: their notices' numbers, and a claim its literal."""
        self._force: dict[tuple[str, Name], list[Key]] = defaultdict(list)
        """Those in force, oldest first, by group and by what they speak of."""
        self._facts: dict[Key, Item] = {}

    def narrow(self, repo: str | None, name: str) -> Item | None:
        """The newest narrowing of what goes by `name`."""
        told = self._force.get(("narrow", (repo, name)))
        return self._facts[told[-1]] if told else None

    def ranks(self, repo: str | None) -> list[Item]:
        """The newest orders of authority, newest first."""
        told = self._force.get(("authority", (repo, "")), [])
        return [self._facts[key] for key in reversed(told[-WIDTH:])]

    def update(
        self, came: Iterable[Item], went: Iterable[Item]
    ) -> tuple[dict[str, Item], set[str | None]]:
        """Take facts in and out.

        Returns the claims that were changed, struck, restored or narrowed otherwise, by id, and the
        repositories whose order of authority changed.
        """
        self.touched = set()
        claims: dict[str, Item] = {}
        pending: list[Key] = []
        ranked: set[str | None] = set()
        for item in went:
            for name in _names(item):
                self._going[name].pop(item.id, None)
            self._queue(item, claims, pending)
        gone = set(pending) | {key_of(item) for item in claims.values()}
        for item in came:
            self._facts[key_of(item)] = item
            gone.discard(key_of(item))
            for name in _names(item):
                self._going[name][item.id] = item
            self._queue(item, claims, pending)
        while pending:
            key = pending.pop()  # the newest
            self._decide(key, key not in gone, claims, pending, ranked)
        for item in claims.values():
            fate = None if key_of(item) in gone else self._strike(item)
            self._strike_or_spare(item, fate)
        for key in gone:
            del self._facts[key]
        return claims, ranked

    def _queue(self, item: Item, claims: dict[str, Item], pending: list[Key]) -> None:
        if fact_of(item).kind in CLAIMS:
            claims[item.id] = item
            return
        key = key_of(item)
        place = bisect_left(pending, key)
        if place == len(pending) or pending[place] != key:
            pending.insert(place, key)

    def _decide(
        self,
        key: Key,
        here: bool,
        claims: dict[str, Item],
        pending: list[Key],
        ranked: set[str | None],
    ) -> None:
        """One fact about notes: whether it is in force, and whom that concerns."""
        item = self._facts[key]
        fact = fact_of(item)
        fate = self._strike(item) if here else None
        self._strike_or_spare(item, fate)
        group = _GROUP[fact.kind]
        name = (item.repo_scope, "" if group == "authority" else fact.value)
        force = self._force[group, name]
        place = bisect_left(force, key)
        was = force[place : place + 1] == [key]
        if was == (here and fate is None):
            return
        force[place : place + was] = [] if was else [key]
        if group == "authority":
            ranked.add(item.repo_scope)
            return
        for other in self._going[name].values():
            if fact_of(other).kind in CLAIMS:
                claims[other.id] = other
            elif group == "strike" and key_of(other) < key:
                self._queue(other, claims, pending)

    def _strike_or_spare(self, item: Item, fate: Fate | None) -> None:
        self.touched.add(item.id)
        if fate:
            self.struck[item.id] = fate
        else:
            self.struck.pop(item.id, None)

    def _strike(self, item: Item) -> Fate | None:
        """Whether its value, or a number its note goes by, was struck by a note not older."""
        claim = fact_of(item).kind in CLAIMS
        for name in _names(item):
            told = self._force.get(("strike", name), [])
            start = 0 if claim else bisect_right(told, key_of(item))
            for key in reversed(told[max(start, len(told) - WIDTH) :]):
                strike = self._facts[key]
                self.comparisons += 1
                if strike.sources == item.sources or not _reaches(strike, item):
                    continue
                if fact_of(strike).kind == "strike":
                    return Fate(*_BY_REASON[fact_of(strike).reason], strike.id)
                break  # back in force, and nothing newer says otherwise
        return None


def _names(item: Item) -> list[Name]:
    fact = fact_of(item)
    names = [*item.provenance.task_ids]
    if fact.kind in CLAIMS and fact.value and fact.shape not in ("number", "way"):
        names.append(fact.value)
    return [(item.repo_scope, name) for name in names]


def _reaches(strike: Item, item: Item) -> bool:
    """A strike hits what is not clearly later, within its own scope."""
    scope = fact_of(strike).scope
    inside = not scope or overlap(scope, fact_of(item).scope)
    return inside and (strike.time >= item.time or strike.session > item.session)
