"""Contradiction repair, one field at a time: which facts still hold, and what put the others away.

Facts are gathered into *slots* (same repository, scope and key), found through an index, so the
number of comparisons grows with the number of facts and not with its square. Only derived items
come here: raw capsules are not in the graph.

A repair is kept up: told which facts came and went, it decides again what those bear on, by the
number of a notice, by literal and by slot, each within its repository. What it then holds is what
deciding everything anew would give, whatever the order in which the facts came.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dreambench_lib.memory.probe.fates import Fate, Pair, Scope, Settled, fact_of
from dreambench_lib.memory.probe.items import Item
from dreambench_lib.memory.probe.notices import Notices
from dreambench_lib.memory.probe.settle import Judge, Relate
from dreambench_lib.memory.probe.slots import Key, Name, Slots, key_of

_NOWHERE: Key = ("", 0, "", "")
_EMPTY = Settled()


class Outcome(NamedTuple):
    """The result of a repair; items that are not in `fates` stand."""

    fates: dict[str, Fate]
    scopes: dict[str, Scope]
    """Narrowed facts: their new scope, and the item that says so."""
    conflicts: list[Pair]
    """Pairs that contradict each other with nothing to decide between them."""
    comparisons: int


def repair(items: Iterable[Item], relate: Relate | None = None) -> Outcome:
    """Decide every fact's fate from all the facts: the same facts give the same fates."""
    made = Repair(relate)
    made.update(items)
    return made.outcome()


class Repair:
    """The fates of all facts so far."""

    def __init__(self, relate: Relate | None = None) -> None:
        self.facts: dict[str, Item] = {}
        self._compared = 0
        self._notices = Notices()
        self._slots = Slots()
        self._judge = Judge(relate)
        self._standing: dict[Name, dict[str, Item]] = defaultdict(dict)
        """Claims of a literal that were not struck, by repository and literal."""
        self._narrow: dict[Name, list[Key]] = defaultdict(list)
        """Those of them that are confined to a part of the work, oldest first."""
        self._scopes: dict[str, Scope] = {}
        self._settled: dict[Key, Settled] = {}
        self._home: dict[str, Key] = {}
        self._mentions: dict[str, Fate] = {}
        self._known: dict[str, tuple[Fate | None, Scope | None, frozenset[str]]] = {}
        self._victims: dict[str, set[str]] = defaultdict(set)

    def fate(self, identity: str) -> Fate | None:
        """What happened to a fact, if anything did."""
        about_notes = self._notices.struck.get(identity) or self._mentions.get(identity)
        return about_notes or self._slot(identity).fates.get(identity)

    def scope(self, identity: str) -> Scope | None:
        """What a fact was narrowed to, if it was."""
        return self._scopes.get(identity) or self._slot(identity).scopes.get(identity)

    def replaced(self, by: str) -> set[str]:
        """The facts whose place one took."""
        return self._victims.get(by, set())

    def clashes(self, identity: str) -> frozenset[str]:
        """The facts that contradict one, with nothing to decide between them."""
        pairs = [pair for pair in self._slot(identity).conflicts if identity in pair]
        return frozenset(other for pair in pairs for other in pair) - {identity}

    def conflicts(self, among: Iterable[str]) -> Iterator[Pair]:
        """Open contradictions in the slots of these facts, by slot, oldest first."""
        for slot in sorted({self._home[identity] for identity in among if identity in self._home}):
            yield from self._settled[slot].conflicts

    def outcome(self) -> Outcome:
        """Everything, as one value."""
        fates = {identity: fate for identity in self.facts if (fate := self.fate(identity))}
        scopes = {identity: scope for identity in self.facts if (scope := self.scope(identity))}
        compared = self._notices.comparisons + self._slots.comparisons + self._judge.comparisons
        return Outcome(fates, scopes, list(self.conflicts(self.facts)), self._compared + compared)

    def update(self, came: Iterable[Item], went: Iterable[str] = ()) -> set[str]:
        """Take facts in and out; returns the ids of those whose fate, scope or links changed."""
        out = {identity: self.facts.pop(identity) for identity in went if identity in self.facts}
        new = {i.id: i for i in came if i.fact and i.type != "contradiction"}
        new = {identity: item for identity, item in new.items() if identity not in self.facts}
        self.facts |= new
        claims, ranked = self._notices.update(new.values(), out.values())
        literals: set[Name] = set()
        for item in claims.values():
            literals |= self._stand(item)
        for name in literals:
            claims |= self._standing[name]
        for item in claims.values():
            self._file(item)
        due = self._slots.update()
        if ranked:
            due |= {slot for slot, held in self._settled.items() if _repo(held) in ranked}
        touched = {*out, *new, *claims, *self._notices.touched}
        for slot in due:
            for item in self._settle(slot):
                touched.add(item.id)
                if _literal(item):
                    literals.add(_named(item))
        for name in literals:
            touched |= self._mention(name)
        return self._changes(touched)

    def _slot(self, identity: str) -> Settled:
        return self._settled.get(self._home.get(identity, _NOWHERE), _EMPTY)

    def _stands(self, item: Item) -> bool:
        return item.id in self.facts and item.id not in self._notices.struck

    def _stand(self, item: Item) -> set[Name]:
        """Shelve a claim by its literal; returns the literal if others may be concerned."""
        if not _literal(item):
            return set()
        name, key = _named(item), key_of(item)
        if self._stands(item):
            self._standing[name][item.id] = item
        else:
            self._standing[name].pop(item.id, None)
        if fact_of(item).kind == "value" and fact_of(item).scope:
            shelf = self._narrow[name]
            place = bisect_left(shelf, key)
            shelf[place : place + (shelf[place : place + 1] == [key])] = []
            if self._stands(item):
                insort(shelf, key)
        return {name}

    def _file(self, item: Item) -> None:
        """Put a claim into its slot, or take it out."""
        fact = fact_of(item)
        scope = self._narrowed(item) if self._stands(item) else None
        if scope:
            self._scopes[item.id] = scope
        else:
            self._scopes.pop(item.id, None)
        if self._stands(item) and fact.kind != "mention" and not fact.tentative:
            self._slots.put(item, scope.parts if scope else fact.scope)
        else:
            self._slots.drop(item)

    def _narrowed(self, item: Item) -> Scope | None:
        """A wide fact gets the scope that a later note gives its notice, or its very value."""
        self._compared += 1
        fact, repo = fact_of(item), item.repo_scope
        named = [self._notices.narrow(repo, name) for name in item.provenance.task_ids]
        by = next((n for n in named if n and n.sources != item.sources), None)
        if by is None and fact.kind == "value" and _literal(item):
            shelf = self._narrow.get(_named(item))
            by = self.facts[shelf[-1][-1]] if shelf and shelf[-1] > key_of(item) else None
        if by and not fact.scope and by.time >= item.time and by.sources != item.sources:
            return Scope(fact_of(by).scope, by.id)
        return None

    def _settle(self, slot: Key) -> Iterable[Item]:
        """Settle one slot anew; returns all facts that were or are in it."""
        old = self._settled.pop(slot, _EMPTY)
        for item in old.members:
            if self._home.get(item.id) == slot:
                del self._home[item.id]
        members = self._slots.facts(slot)
        if members:
            ranks = self._notices.ranks(members[0].repo_scope)
            self._settled[slot] = self._judge.settle(members, ranks)
            self._home |= {item.id: slot for item in members}
        return (*old.members, *members)

    def _mention(self, name: Name) -> set[str]:
        """Mentions of a literal go with its value, unless the value still holds somewhere."""
        standing = self._standing[name].values()
        self._compared += len(standing)
        values = [item for item in standing if fact_of(item).kind == "value"]
        gone = [item for item in values if self._slot(item.id).fates.get(item.id)]
        newest = max(gone, key=key_of) if gone and len(gone) == len(values) else None
        fate = self._slot(newest.id).fates[newest.id] if newest else None
        mentions = {item.id for item in standing if fact_of(item).kind == "mention"}
        for identity in mentions:
            if fate:
                self._mentions[identity] = fate
            else:
                self._mentions.pop(identity, None)
        return mentions

    def _changes(self, touched: set[str]) -> set[str]:
        """Those of the facts touched that came out otherwise, and those that they are linked to."""
        changed: set[str] = set()
        for identity in touched:
            if identity not in self.facts:
                self._mentions.pop(identity, None)
            old = self._known.pop(identity, _UNKNOWN)
            new = _UNKNOWN
            if identity in self.facts:
                new = (self.fate(identity), self.scope(identity), self.clashes(identity))
                self._known[identity] = new
            if old != new or identity not in self.facts:
                changed.add(identity)
                if old[0]:
                    changed.add(old[0].by)
                    self._victims[old[0].by].discard(identity)
                if new[0]:
                    changed.add(new[0].by)
                    if new[0].relation in _TAKES_PLACE:
                        self._victims[new[0].by].add(identity)
        return changed


_TAKES_PLACE = ("supersedes", "overrules")
_UNKNOWN: tuple[Fate | None, Scope | None, frozenset[str]] = (None, None, frozenset())


def _literal(item: Item) -> bool:
    fact = fact_of(item)
    return fact.kind in ("value", "mention") and fact.shape != "number"


def _named(item: Item) -> Name:
    return (item.repo_scope, f"{fact_of(item).shape} {fact_of(item).value}")


def _repo(settled: Settled) -> str | None:
    return settled.members[0].repo_scope
