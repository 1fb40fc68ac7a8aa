"""Repair in its plainest form, for comparison: one pass over all facts, every time anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from dreambench_lib.memory.probe.fates import Fate, Relation
from dreambench_lib.memory.probe.items import CLAIMS, Fact, Item
from dreambench_lib.memory.probe.notices import _BY_REASON
from dreambench_lib.memory.probe.repair import Outcome
from dreambench_lib.memory.probe.slots import WIDTH, family, overlap
from dreambench_lib.memory.probe.stems import alike, stems


def whole(items: Iterable[Item]) -> Outcome:
    """Decide every fact's fate from all the facts: the same facts give the same fates."""
    return _Pass(sorted(items, key=lambda item: (*item.time, item.content, item.id))).run()


class _Pass:
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


class _Slot:
    def __init__(self, item: Item, fact: Fact, scope: tuple[str, ...]) -> None:
        self.items = [item]
        self.key = set(fact.key)
        self.shape = fact.shape
        self.family = family(fact)
        self.scope = scope


class Slots:
    """Facts by slot; facts must come oldest first.

    A fact joins a slot of its repository and scope when its key says the same, or when its
    sentence speaks of a change and shares a word of the key or the literal's family.
    """

    def __init__(self) -> None:
        self.comparisons = 0
        self._slots: list[_Slot] = []
        self._index: dict[tuple[str | None, str], list[int]] = defaultdict(list)

    def put(self, item: Item, scope: tuple[str, ...]) -> None:
        """File one fact under `scope` (its own, or the one it was narrowed to)."""
        fact = item.fact
        assert fact is not None
        names = [*fact.key, f"family {family(fact)}"]
        near = {number for name in names for number in self._index[item.repo_scope, name]}
        self.comparisons += len(near)
        score, number = max(
            ((_match(self._slots[number], fact, scope), number) for number in near),
            default=(0.0, -1),
        )
        if score > 0:
            slot = self._slots[number]
            slot.items.append(item)
            # The words that come back every time are what the slot is about.
            core = slot.key & set(fact.key)
            slot.key = core if len(core) > 1 else slot.key
        else:
            number = len(self._slots)
            self._slots.append(_Slot(item, fact, scope))
        for name in names:
            known = self._index[item.repo_scope, name]
            if number in known:
                known.remove(number)
            known.append(number)
            del known[:-WIDTH]

    def members(self) -> Iterable[list[Item]]:
        """Each slot's facts, oldest first."""
        return (slot.items for slot in self._slots)


def _match(slot: _Slot, fact: Fact, scope: tuple[str, ...]) -> float:
    """How sure it is that a fact is about a slot's thing; 0 = it is not."""
    if not overlap(slot.scope, scope):
        return 0.0
    if slot.shape != fact.shape and {"number", "way"} & {slot.shape, fact.shape}:
        return 0.0
    shared = slot.key & set(fact.key)
    same = alike(slot.key, fact.key)
    if fact.shape == "way":
        # The verb's group is part of the key: without it nothing is the same way.
        verb = any(part.endswith(":") for part in shared)
        return same if verb and len(shared) > 1 and same >= 0.6 else 0.0
    kin = slot.family is not None and slot.family == family(fact)
    if slot.key == set(fact.key) or (len(shared) > 1 and same >= 0.6):
        return 1.0 + same + 0.5 * kin
    if fact.change and (kin or (same == 1.0 and slot.shape == fact.shape)):
        return 0.5 * same + 0.4 * kin
    return 0.0


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
