"""What the probe holds: raw episodes and capsules that nothing can change, and derived items.

Kept in memory; the interface is what a database-backed store will offer.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from dreambench_lib.canonical import canonical
from dreambench_lib.memory.probe.items import Item
from dreambench_lib.records import Episode, Lifecycle, Record


class Change(Record):
    """One line of an item's history."""

    tick: int
    item: str
    operator: str
    status: Lifecycle
    reason: str


class Store:
    """Append-only raw evidence beside derived items with soft deletes and a full history."""

    def __init__(self, namespace: str) -> None:
        self.namespace = namespace
        self.tick = 0
        """The logical clock: one tick per episode."""
        self._episodes: dict[str, Episode] = {}
        self._capsules: dict[str, Item] = {}
        self._items: dict[str, Item] = {}
        self._history: list[Change] = []

    @property
    def episodes(self) -> Mapping[str, Episode]:
        """Raw episodes by id, in the order of arrival."""
        return MappingProxyType(self._episodes)

    @property
    def capsules(self) -> Mapping[str, Item]:
        """Raw notes by item id; there is no way to change one."""
        return MappingProxyType(self._capsules)

    @property
    def items(self) -> Mapping[str, Item]:
        """Derived items by id."""
        return MappingProxyType(self._items)

    @property
    def history(self) -> tuple[Change, ...]:
        """Every addition and every change of a lifecycle, oldest first."""
        return tuple(self._history)

    def append(self, episode: Episode) -> None:
        """Keep one raw episode; the same one again is no news, another under its id is refused."""
        known = self._episodes.setdefault(episode.id, episode)
        if known != episode:
            raise ValueError(f"episode {episode.id!r} is already kept with another content")

    def add_capsule(self, item: Item) -> None:
        """Keep one raw note, once."""
        self._capsules.setdefault(item.id, item)

    def add(self, item: Item, operator: str) -> None:
        """Keep one derived item; one that is there already stays as it is."""
        if item.id not in self._items:
            self._items[item.id] = item
            self._note(item, operator, item.write_reason)

    def revise(self, item: Item, operator: str, reason: str) -> None:
        """Replace a derived item by a changed version of itself; nothing is ever removed."""
        known = self._items[item.id]
        if (item.content, item.sources, item.fact) != (known.content, known.sources, known.fact):
            raise ValueError(f"item {item.id!r}: evidence and fact cannot be changed")
        if item != known:
            self._items[item.id] = item.model_copy(update={"updated_at": self.tick})
            self._note(item, operator, reason)

    def dump(self) -> str:
        """Everything, as canonical bytes: the same inputs give the same dump."""
        parts: dict[str, list[Record]] = {
            "episodes": list(self._episodes.values()),
            "capsules": list(self._capsules.values()),
            "items": list(self._items.values()),
            "history": list(self._history),
        }
        return canonical({k: [r.model_dump(mode="json") for r in v] for k, v in parts.items()})

    def _note(self, item: Item, operator: str, reason: str) -> None:
        self._history.append(
            Change(
                tick=self.tick, item=item.id, operator=operator, status=item.status, reason=reason
            )
        )
