"""Contradiction repair, one field at a time: which facts still hold, and what put the others away.

Facts are gathered into *slots* (same repository, scope and key), found through an index, so the
number of comparisons grows with the number of facts and not with its square. Only derived items
come here: raw capsules are not in the graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal, NamedTuple

from dreambench_lib.memory.probe.items import CLAIMS, Fact, Item
from dreambench_lib.memory.probe.slots import WIDTH, Slots, overlap
from dreambench_lib.memory.probe.stems import stems
from dreambench_lib.records import Lifecycle

Relation = Literal["supersedes", "withdraws", "disproves", "overrules", "narrows_scope"]
_BY_REASON: dict[str, tuple[Lifecycle, Relation]] = {
    "superseded": ("superseded", "supersedes"),
    "withdrawn": ("stale", "withdraws"),
    "disproved": ("stale", "disproves"),
}


class Fate(NamedTuple):
    """What happened to a fact, and which item did it."""

    status: Lifecycle
    relation: Relation
    by: str


class Outcome(NamedTuple):
    """The result of a repair; items that are not in `fates` stand."""

    fates: dict[str, Fate]
    scopes: dict[str, tuple[tuple[str, ...], str]]
    """Narrowed facts: their new scope, and the item that says so."""
    conflicts: list[tuple[str, str]]
    """Pairs that contradict each other with nothing to decide between them."""
    comparisons: int


def repair(items: Iterable[Item]) -> Outcome:
    """Decide every fact's fate from all the facts: the same facts give the same fates."""
    return _Repair(sorted(items, key=lambda item: (*item.time, item.content, item.id))).run()


class _Repair:
    """One pass over the facts, oldest document first."""

    def __init__(self, items: list[Item]) -> None:
        self.items = [item for item in items if item.fact and item.type != "contradiction"]
        self.fates: dict[str, Fate] = {}
        self.scopes: dict[str, tuple[tuple[str, ...], str]] = {}
        self.conflicts: list[tuple[str, str]] = []
        self.comparisons = 0
        self.strikes: dict[tuple[str | None, str], list[Item]] = defaultdict(list)
        self.ranks: dict[str | None, list[Item]] = defaultdict(list)
        self.narrow: dict[tuple[str | None, str], Item] = {}

    def run(self) -> Outcome:
        # Newest first: a withdrawal that was itself withdrawn later strikes nothing.
        for item in reversed(self.items):
            fact = _fact(item)
            if fact.kind in CLAIMS or self._struck(item):
                continue
            if fact.kind in ("strike", "revive"):
                self.strikes[item.repo_scope, fact.value].append(item)
            elif fact.kind == "narrow":
                self.narrow.setdefault((item.repo_scope, fact.value), item)
            elif len(self.ranks[item.repo_scope]) < WIDTH:
                self.ranks[item.repo_scope].append(item)
        claims = [item for item in self.items if _fact(item).kind in CLAIMS]
        standing = [item for item in claims if not self._struck(item)]
        self._narrow(standing)
        slots = Slots()
        for item in standing:
            if _fact(item).kind != "mention" and not _fact(item).tentative:
                slots.put(item, self._scope(item))
        for members in slots.members():
            self._settle(members)
        self.comparisons += slots.comparisons
        self._mentions(standing)
        return Outcome(self.fates, self.scopes, self.conflicts, self.comparisons)

    def _scope(self, item: Item) -> tuple[str, ...]:
        return self.scopes[item.id][0] if item.id in self.scopes else _fact(item).scope

    def _struck(self, item: Item) -> bool:
        """Whether its value, or a number its note goes by, was struck by a note not older."""
        fact = _fact(item)
        names = item.provenance.task_ids
        if fact.kind in CLAIMS and fact.value and fact.shape not in ("number", "way"):
            names = (*names, fact.value)
        for name in names:
            for strike in self.strikes.get((item.repo_scope, name), [])[:WIDTH]:  # newest first
                self.comparisons += 1
                if strike.sources == item.sources or not _reaches(strike, item):
                    continue
                if _fact(strike).kind == "strike":
                    self.fates[item.id] = Fate(*_BY_REASON[_fact(strike).reason], strike.id)
                    return True
                break  # back in force, and nothing newer says otherwise
        return False

    def _narrow(self, claims: list[Item]) -> None:
        """A wide fact gets the scope that a later note gives its notice, or its very value."""
        later: dict[tuple[str | None, str, str], Item] = {}
        for item in reversed(claims):
            fact = _fact(item)
            named = [self.narrow.get((item.repo_scope, name)) for name in item.provenance.task_ids]
            by = next((n for n in named if n and n.sources != item.sources), None)
            if by is None and fact.kind == "value":
                by = later.get((item.repo_scope, fact.value, fact.shape))
            self.comparisons += 1
            if by and not fact.scope and by.time >= item.time and by.sources != item.sources:
                self.scopes[item.id] = (_fact(by).scope, by.id)
            elif fact.kind == "value" and fact.scope and fact.shape != "number":
                later.setdefault((item.repo_scope, fact.value, fact.shape), item)

    def _settle(self, members: list[Item]) -> None:
        """One slot: find the fact that holds, then put away those that differ from it."""
        best = members[0]
        for item in members[1:]:
            best = self._better(best, item)[0]
        for item in members:
            if item is best or _fact(item).value == _fact(best).value:
                continue
            winner, relation = self._better(best, item)
            if relation is None:
                self.conflicts.append((best.id, item.id))
            elif winner is best:
                self.fates[item.id] = Fate("superseded", relation, best.id)

    def _better(self, first: Item, second: Item) -> tuple[Item, Relation | None]:
        """The one that holds of two: by declared authority, else the newer document."""
        self.comparisons += 1
        for rank in self.ranks[first.repo_scope]:  # newest first
            self.comparisons += 1
            topic = _fact(rank).key
            if topic and not set(topic) & {*_fact(first).key, *_fact(second).key}:
                continue
            for one, other in ((first, second), (second, first)):
                if _outranks(_fact(rank), one.author, other.author):
                    return one, "overrules"
        if first.time == second.time:
            return first, None
        return (first if first.time > second.time else second), "supersedes"

    def _mentions(self, claims: list[Item]) -> None:
        """Mentions of a value go with it, unless the value still holds somewhere."""
        held = {
            (item.repo_scope, _fact(item).value)
            for item in claims
            if _fact(item).kind == "value" and item.id not in self.fates
        }
        gone: dict[tuple[str | None, str], Item] = {}
        for item in claims:
            name = (item.repo_scope, _fact(item).value)
            if _fact(item).kind == "value" and item.id in self.fates and name not in held:
                gone[name] = item
        for item in claims:
            self.comparisons += 1
            fact = _fact(item)
            dead = gone.get((item.repo_scope, fact.value))
            if fact.kind == "mention" and dead and fact.shape != "number":
                self.fates[item.id] = self.fates[dead.id]


def _fact(item: Item) -> Fact:
    assert item.fact is not None
    return item.fact


def _reaches(strike: Item, item: Item) -> bool:
    """A strike hits what is not clearly later, within its own scope."""
    scope = _fact(strike).scope
    inside = not scope or overlap(scope, _fact(item).scope)
    return inside and (strike.time >= item.time or strike.session > item.session)


def _outranks(rank: Fact, winner: str, loser: str) -> bool:
    if winner == loser or not _names(rank.value.split(), winner):
        return False
    return not rank.against or _names(rank.against, loser)


def _names(phrase: Iterable[str], author: str) -> bool:
    """Whether a phrase names a role: one says all that the other says."""
    said, role = set(phrase), set(stems(author))
    return bool(said and role) and (role <= said or said <= role)
