"""What the probe holds: raw episodes and capsules that nothing can change, and derived items.

Everything is written to the namespace's database, whose triggers refuse what this class does not
offer, and kept at hand in memory for reading. A sleep is written when it ends, in one transaction;
what happens between sleeps, at once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from dreambench_lib.canonical import canonical
from dreambench_lib.memory.probe.faults import DanglingLink, EvidenceChanged, ItemFault
from dreambench_lib.memory.probe.held import Change, Changed, Held
from dreambench_lib.memory.probe.items import Item
from dreambench_lib.memory.probe.pending import Pending
from dreambench_lib.memory.probe.schema import connect
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Episode, Record


class Store(Held):
    """Append-only raw evidence beside derived items with soft deletes and a full history."""

    def __init__(self, space: Space) -> None:
        super().__init__()
        self.namespace = space.namespace
        self._db = connect(space.folder, space.namespace)
        self._pending = Pending(self._db)
        self._awake = True
        """What happens now is written at once."""
        self.faults = Counter[str]()
        """How many items of each kind of fault were not kept."""
        self._load()

    def _load(self) -> None:
        """Take everything from the database."""
        self._empty()
        rows = self._db.execute
        self.tick, self._slept = rows("SELECT tick, slept FROM clock").fetchone()
        for (body,) in rows("SELECT body FROM episodes ORDER BY seq"):
            self._keep(Episode.model_validate_json(body))
        for (sources,) in rows("SELECT sources FROM held ORDER BY seq"):
            self._known(tuple(json.loads(sources)))
        for key, body in rows("SELECT id, body FROM capsules ORDER BY seq"):
            self._hold(self._capsules, key, Item.model_validate_json(body), 0)
        for key, body in rows("SELECT id, body FROM items ORDER BY seq"):
            self._hold(self._items, key, Item.model_validate_json(body), 1)
        for (body,) in rows("SELECT body FROM history ORDER BY seq"):
            self._remember(Change.model_validate_json(body))
        self.faults = Counter(kind for (kind,) in rows("SELECT kind FROM faults"))

    def append(self, episode: Episode) -> None:
        """Keep one raw episode; the same one again is no news, another under its id is refused."""
        known = self._episodes.get(episode.id)
        if known is None:
            self._pending.episode(episode)
            self._keep(episode)
            self._settle()
        elif known != episode:
            raise EvidenceChanged(
                f"episode {episode.id!r} is already kept with another content: give it its own id"
            )

    @contextmanager
    def night(self) -> Iterator[None]:
        """One sleep, a tick: all episodes so far are worked on, unless something is raised."""
        self.tick += 1
        self._pending.clock(self.tick, self._slept)
        self._awake = False
        try:
            yield
            self._slept = len(self._episodes)
            self._pending.clock(self.tick, self._slept)
        finally:
            self._awake = True
            self._settle()

    @contextmanager
    def step(self) -> Iterator[None]:
        """All or nothing: what an operator that fails has changed is taken back."""
        awake, self._awake = self._awake, False
        before = len(self._pending)
        try:
            yield
        except BaseException:
            self._pending.cut(before)
            self._pending.write()
            self._load()
            raise
        finally:
            self._awake = awake
            self._settle()

    def count(self, fault: ItemFault, operator: str) -> None:
        """Count something that was not kept."""
        self._pending.fault(self.tick, operator, fault.kind, str(fault))
        self.faults[fault.kind] += 1
        self._settle()

    def add_capsule(self, item: Item) -> None:
        """Keep one raw note, once."""
        if item.id not in self._capsules:
            self._pending.capsule(item)
            self._arrive(item)
            self._hold(self._capsules, item.id, item, 0)
            self._settle()

    def add(self, item: Item, operator: str) -> None:
        """Keep one derived item; one that is there already stays as it is."""
        if item.id not in self._items:
            self._links(item)
            self._pending.item(item)
            self._arrive(item)
            self._hold(self._items, item.id, item, 1)
            self._note(item, operator, item.write_reason)
            self._settle()

    def revise(self, item: Item, operator: str, reason: str) -> None:
        """Replace a derived item by a changed version of itself; nothing is ever removed."""
        known = self._items[item.id]
        if (item.content, item.sources, item.fact) != (known.content, known.sources, known.fact):
            raise EvidenceChanged(f"item {item.id!r}: evidence and fact cannot be changed")
        if item != known:
            self._links(item)
            item = item.model_copy(update={"updated_at": self.tick})
            self._pending.revised(item)
            self._items[item.id] = item
            self._note(item, operator, reason)
            self._settle()

    def alter(self, item: Item, update: Mapping[str, object], operator: str, reason: str) -> None:
        """Revise a held item's fields, if any of them is another."""
        if any(getattr(item, name) != value for name, value in update.items()):
            self.revise(item.model_copy(update=update), operator, reason)

    def dump(self) -> str:
        """Everything, as canonical bytes: the same inputs give the same dump."""
        parts: dict[str, list[Record]] = {
            "episodes": list(self._episodes.values()),
            "capsules": list(self._capsules.values()),
            "items": list(self._items.values()),
            "history": list(self.history),
        }
        return canonical({k: [r.model_dump(mode="json") for r in v] for k, v in parts.items()})

    def close(self) -> None:
        """Let another memory open the store."""
        self._db.close()

    def _arrive(self, item: Item) -> None:
        if not self._known(item.sources):
            self._pending.held(item.sources)

    def _links(self, item: Item) -> None:
        for name in ("supersedes", "superseded_by", "contradicts"):
            for other in getattr(item, name):
                if other not in self._items:
                    raise DanglingLink(f"item {item.id!r} {name} {other!r}, which is not held")

    def _note(self, item: Item, operator: str, reason: str) -> None:
        change = Changed(self.tick, item.id, operator, item.status, reason)
        self._pending.change(change)
        self._history.append(change)

    def _settle(self) -> None:
        """Between sleeps and steps, what changed is written at once."""
        if self._awake:
            self._pending.write()


__all__ = ["Change", "Store"]
