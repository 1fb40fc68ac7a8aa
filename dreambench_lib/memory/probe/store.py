"""What the probe holds: raw episodes and capsules that nothing can change, and derived items.

Everything is written through to the namespace's database, whose triggers refuse what this class
does not offer, and kept at hand in memory for reading.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from dreambench_lib.canonical import canonical
from dreambench_lib.memory.probe.faults import DanglingLink, EvidenceChanged, ItemFault
from dreambench_lib.memory.probe.held import Change, Held
from dreambench_lib.memory.probe.items import Item
from dreambench_lib.memory.probe.schema import connect
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Episode, Record


class Store(Held):
    """Append-only raw evidence beside derived items with soft deletes and a full history."""

    def __init__(self, space: Space) -> None:
        super().__init__()
        self.namespace = space.namespace
        self._db = connect(space.folder, space.namespace)
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

    @property
    def faults(self) -> Counter[str]:
        """How many items of each kind of fault were not kept."""
        return Counter(kind for (kind,) in self._db.execute("SELECT kind FROM faults"))

    def append(self, episode: Episode) -> None:
        """Keep one raw episode; the same one again is no news, another under its id is refused."""
        known = self._episodes.get(episode.id)
        if known is None:
            row = (episode.id, episode.model_dump_json())
            self._db.execute("INSERT INTO episodes (id, body) VALUES (?, ?)", row)
            self._keep(episode)
        elif known != episode:
            raise EvidenceChanged(
                f"episode {episode.id!r} is already kept with another content: give it its own id"
            )

    def wake(self) -> None:
        """One tick; what follows belongs to it."""
        self.tick += 1
        self._db.execute("UPDATE clock SET tick = ?", (self.tick,))

    def rest(self) -> None:
        """All episodes so far were worked on."""
        self._slept = len(self._episodes)
        self._db.execute("UPDATE clock SET slept = ?", (self._slept,))

    @contextmanager
    def step(self) -> Iterator[None]:
        """All or nothing: what an operator that fails has changed is taken back."""
        self._db.execute("BEGIN")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            self._load()
            raise
        self._db.execute("COMMIT")

    def count(self, fault: ItemFault, operator: str) -> None:
        """Count something that was not kept."""
        row = (self.tick, operator, fault.kind, str(fault))
        sql = "INSERT INTO faults (tick, operator, kind, detail) VALUES (?, ?, ?, ?)"
        self._db.execute(sql, row)

    def add_capsule(self, item: Item) -> None:
        """Keep one raw note, once."""
        if item.id not in self._capsules:
            row = (item.id, item.model_dump_json())
            self._db.execute("INSERT INTO capsules (id, body) VALUES (?, ?)", row)
            self._arrive(item)
            self._hold(self._capsules, item.id, item, 0)

    def add(self, item: Item, operator: str) -> None:
        """Keep one derived item; one that is there already stays as it is."""
        if item.id not in self._items:
            self._links(item)
            row = (item.id, _evidence(item), item.status, item.model_dump_json())
            sql = "INSERT INTO items (id, evidence, status, body) VALUES (?, ?, ?, ?)"
            self._db.execute(sql, row)
            self._arrive(item)
            self._hold(self._items, item.id, item, 1)
            self._note(item, operator, item.write_reason)

    def revise(self, item: Item, operator: str, reason: str) -> None:
        """Replace a derived item by a changed version of itself; nothing is ever removed."""
        known = self._items[item.id]
        if (item.content, item.sources, item.fact) != (known.content, known.sources, known.fact):
            raise EvidenceChanged(f"item {item.id!r}: evidence and fact cannot be changed")
        if item != known:
            self._links(item)
            item = item.model_copy(update={"updated_at": self.tick})
            row = (item.status, item.model_dump_json(), item.id)
            self._db.execute("UPDATE items SET status = ?, body = ? WHERE id = ?", row)
            self._items[item.id] = item
            self._note(item, operator, reason)

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
            row = (canonical(list(item.sources)),)
            self._db.execute("INSERT INTO held (sources) VALUES (?)", row)

    def _links(self, item: Item) -> None:
        for name in ("supersedes", "superseded_by", "contradicts"):
            for other in getattr(item, name):
                if other not in self._items:
                    raise DanglingLink(f"item {item.id!r} {name} {other!r}, which is not held")

    def _note(self, item: Item, operator: str, reason: str) -> None:
        change = Change(
            tick=self.tick, item=item.id, operator=operator, status=item.status, reason=reason
        )
        self._db.execute("INSERT INTO history (body) VALUES (?)", (change.model_dump_json(),))
        self._remember(change)


def _evidence(item: Item) -> str:
    fact = item.fact.model_dump(mode="json") if item.fact else None
    return canonical([item.content, list(item.sources), fact])


__all__ = ["Change", "Store"]
