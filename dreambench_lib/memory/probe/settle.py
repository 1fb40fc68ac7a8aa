"""Settling one slot: which of the facts about one thing holds, and what becomes of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from dreambench_lib.memory.probe.fates import Fate, Pair, Relation, Scope, Settled, fact_of
from dreambench_lib.memory.probe.items import Fact, Item
from dreambench_lib.memory.probe.readings import stems_of
from dreambench_lib.memory.probe.slots import key_of

Relate = Callable[[Item, Item], str]
"""Asked of (older, newer): `supersedes`, `narrows_scope`, `contradicts`, `no_conflict`, or nothing
where it cannot say: then the newer document wins."""


class Judge:
    """Compares facts about one thing: by declared authority, as `relate` says, by time."""

    def __init__(self, relate: Relate | None = None) -> None:
        self.comparisons = 0
        self._relate = relate
        self._related: dict[Pair, str] = {}

    def settle(self, members: Sequence[Item], ranks: Sequence[Item]) -> Settled:
        """Find the fact that holds, then put away those that differ from it.

        Args:
            members: A slot's facts, oldest first.
            ranks: Orders of authority, newest first.
        """
        if not members:
            return Settled()
        best = members[0]
        for item in members[1:]:
            best = self._better(best, item, ranks)[0]
        fates: dict[str, Fate] = {}
        scopes: dict[str, Scope] = {}
        conflicts: list[Pair] = []
        for item in members:
            if item is best or fact_of(item).value == fact_of(best).value:
                continue
            winner, relation = self._better(best, item, ranks)
            if relation == "contradicts":
                conflicts.append((best.id, item.id))
            elif relation == "narrows_scope":
                older, newer = sorted((best, item), key=key_of)
                if part := fact_of(newer).scope:
                    scopes[older.id] = Scope(part, newer.id)
            elif winner is best and relation != "no_conflict":
                put_by: Relation = "overrules" if relation == "overrules" else "supersedes"
                fates[item.id] = Fate("superseded", put_by, best.id)
        return Settled(tuple(members), fates, scopes, tuple(conflicts))

    def _better(self, first: Item, second: Item, ranks: Sequence[Item]) -> tuple[Item, str]:
        """The one that holds of two, and how the winner bears on the other."""
        self.comparisons += 1
        for rank in ranks:
            self.comparisons += 1
            topic = fact_of(rank).key
            if topic and not set(topic) & {*fact_of(first).key, *fact_of(second).key}:
                continue
            for one, other in ((first, second), (second, first)):
                if _outranks(fact_of(rank), one.author, other.author):
                    return one, "overrules"
        older, newer = sorted((first, second), key=key_of)
        said = self._said(older, newer)
        if said in ("contradicts", "no_conflict", "narrows_scope"):
            return first, said
        if first.time == second.time and not said:
            return first, "contradicts"
        return newer, "supersedes"

    def _said(self, older: Item, newer: Item) -> str:
        """What a model says of two facts; it is asked once."""
        if self._relate is None or fact_of(older).value == fact_of(newer).value:
            return ""
        pair = (older.id, newer.id)
        if pair not in self._related:
            self._related[pair] = self._relate(older, newer)
        return self._related[pair]


def _outranks(rank: Fact, winner: str, loser: str) -> bool:
    if winner == loser or not _names(rank.value.split(), winner):
        return False
    return not rank.against or _names(rank.against, loser)


def _names(phrase: Iterable[str], author: str) -> bool:
    """Whether a phrase names a role: one says all that the other says."""
    said, role = set(phrase), set(stems_of(author))
    return bool(said and role) and (role <= said or said <= role)
