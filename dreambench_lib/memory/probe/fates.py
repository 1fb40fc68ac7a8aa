"""What repair decides about facts: their fates, their scopes, and pairs that nothing decides."""

from __future__ import annotations

from typing import Literal, NamedTuple

from dreambench_lib.memory.probe.items import Fact, Item
from dreambench_lib.records import Lifecycle

Relation = Literal["supersedes", "withdraws", "disproves", "overrules", "narrows_scope"]


class Fate(NamedTuple):
    """What happened to a fact, and which item did it."""

    status: Lifecycle
    relation: Relation
    by: str


class Scope(NamedTuple):
    """What a fact was narrowed to, and the item that says so."""

    parts: tuple[str, ...]
    by: str


Pair = tuple[str, str]


class Settled(NamedTuple):
    """What came of the facts about one thing."""

    members: tuple[Item, ...] = ()
    fates: dict[str, Fate] = {}
    scopes: dict[str, Scope] = {}
    conflicts: tuple[Pair, ...] = ()


def fact_of(item: Item) -> Fact:
    """The fact of an item that has one."""
    assert item.fact is not None
    return item.fact
