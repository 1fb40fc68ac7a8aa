"""What is to be written into a store's database: gathered in order, written in one transaction.

An item that changes several times before it is written is written once, as it is then.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from dreambench_lib.canonical import canonical
from dreambench_lib.memory.probe.held import Changed, Sources
from dreambench_lib.memory.probe.items import Fact, Item
from dreambench_lib.records import Episode

_CLOCK = "UPDATE clock SET tick = ?, slept = ?"
_EPISODE = "INSERT INTO episodes (id, body) VALUES (?, ?)"
_HELD = "INSERT INTO held (sources) VALUES (?)"
_CAPSULE = "INSERT INTO capsules (id, body) VALUES (?, ?)"
_ITEM = "INSERT INTO items (id, evidence, status, body) VALUES (?, ?, ?, ?)"
_REVISED = "UPDATE items SET status = ?, body = ? WHERE id = ?"
_CHANGE = "INSERT INTO history (body) VALUES (?)"
_FAULT = "INSERT INTO faults (tick, operator, kind, detail) VALUES (?, ?, ?, ?)"

Row = tuple[object, ...]
Waiting = tuple[str, Row | Item]
"""A statement and its row; of a derived item, the item itself."""


class Pending:
    """What is not in the database yet."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._db = database
        self._waiting: list[Waiting] = []

    def __len__(self) -> int:
        return len(self._waiting)

    def cut(self, length: int) -> None:
        """Forget all but the first so many."""
        del self._waiting[length:]

    def clock(self, tick: int, slept: int) -> None:
        """The tick, and how many episodes were worked on."""
        self._waiting.append((_CLOCK, (tick, slept)))

    def episode(self, episode: Episode) -> None:
        """A raw episode."""
        self._waiting.append((_EPISODE, (episode.id, episode.model_dump_json())))

    def held(self, sources: Sources) -> None:
        """Evidence that was not there."""
        self._waiting.append((_HELD, (_named(sources),)))

    def capsule(self, item: Item) -> None:
        """A raw note."""
        self._waiting.append((_CAPSULE, (item.id, item.model_dump_json())))

    def item(self, item: Item) -> None:
        """A derived item that came."""
        self._waiting.append((_ITEM, item))

    def revised(self, item: Item) -> None:
        """A derived item that changed."""
        self._waiting.append((_REVISED, item))

    def change(self, change: Changed) -> None:
        """A line of history."""
        self._waiting.append((_CHANGE, (json.dumps(change._asdict()),)))

    def fault(self, tick: int, operator: str, kind: str, detail: str) -> None:
        """Something that was not kept."""
        self._waiting.append((_FAULT, (tick, operator, kind, detail)))

    def write(self) -> None:
        """Write all of it, or nothing where the database refuses a row."""
        waiting, self._waiting = self._waiting, []
        if waiting:
            with self._db:  # commits, or rolls back
                self._db.execute("BEGIN")
                for sql, rows in _gathered(waiting).items():
                    self._db.executemany(sql, rows)


def _gathered(waiting: Iterable[Waiting]) -> dict[str, list[Row]]:
    """The rows of each statement."""
    told: dict[str, list[Row]] = defaultdict(list)
    latest: dict[str, tuple[str, Item]] = {}
    for sql, row in waiting:
        if isinstance(row, Item):
            first = latest.get(row.id, (sql, row))[0]
            latest[row.id] = (first, row)
        else:
            told[sql].append(row)
    for sql, item in latest.values():
        body = item.model_dump_json()
        if sql == _ITEM:
            told[sql].append((item.id, _evidence(item), item.status, body))
        else:
            told[sql].append((item.status, body, item.id))
    return told


@lru_cache(maxsize=4096)
def _named(sources: Sources) -> str:
    return canonical(list(sources))


def _evidence(item: Item) -> str:
    return _fixed(item.content, item.sources, item.fact)


@lru_cache(maxsize=4096)
def _fixed(content: str, sources: Sources, fact: Fact | None) -> str:
    """What can never change of an item."""
    return canonical([content, list(sources), fact and fact.model_dump(mode="json")])
