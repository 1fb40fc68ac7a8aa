"""What a store has at hand: everything it holds, in order, and what changed since when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from dreambench_lib.memory.probe.items import Item
from dreambench_lib.records import Episode, Lifecycle, Record

Sources = tuple[str, ...]


class Change(Record):
    """One line of an item's history."""

    tick: int
    item: str
    operator: str
    status: Lifecycle
    reason: str


class Changed(NamedTuple):
    """A `Change` as it is kept at hand: there are several to an item, and records are large."""

    tick: int
    item: str
    operator: str
    status: Lifecycle
    reason: str


class Held:
    """Episodes, capsules and derived items, by id and by evidence; it changes nothing by itself."""

    def __init__(self) -> None:
        self.loaded = 0
        """How often everything was taken anew: what was kept aside is then void."""
        self._empty()

    def _empty(self) -> None:
        self.loaded += 1
        self.tick, self._slept = 0, 0
        self._episodes: dict[str, Episode] = {}
        self._notes: dict[str, str] = {}
        self._projects: set[str] = set()
        self._capsules: dict[str, Item] = {}
        self._items: dict[str, Item] = {}
        self._raw: list[str] = []
        self._place: dict[str, int] = {}
        self._latest = ""
        self._order: list[Sources] = []
        self._numbers: dict[Sources, int] = {}
        self._groups: dict[Sources, tuple[list[str], list[str]]] = {}
        self._history: list[Changed] = []
        self._seen: dict[str, int] = {}
        self.shelf: dict[str, object] = {}
        """What operators keep at hand between sleeps, by name."""

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
        return tuple(Change(**change._asdict()) for change in self._history)

    @property
    def latest(self) -> str:
        """The latest document date held."""
        return self._latest

    @property
    def new(self) -> tuple[Episode, ...]:
        """Episodes that no sleep has worked on."""
        news = islice(reversed(self._episodes.values()), len(self._episodes) - self._slept)
        return tuple(reversed(tuple(news)))

    @property
    def projects(self) -> frozenset[str]:
        """All projects that any note so far was about."""
        return frozenset(self._projects)

    def evidence(self, item: Item) -> str:
        """The notes that an item was made from, in their own words; else what it says itself."""
        told = [self._notes[source] for source in item.sources if source in self._notes]
        return "\n".join(told) or item.content

    def since(self, operator: str) -> list[Item]:
        """Derived items that others changed since `operator` asked last, in the order they came.

        After a store was opened, or a step taken back, that is all there are.
        """
        seen, self._seen[operator] = self._seen.get(operator), len(self._history)
        if seen is None:
            return list(self._items.values())
        news = (self._history[place] for place in range(seen, len(self._history)))
        return self.in_order({change.item for change in news if change.operator != operator})

    def forget(self) -> None:
        """Take everything as new to every operator, as after opening."""
        self._seen.clear()
        self.shelf.clear()

    def in_order(self, identities: Iterable[str]) -> list[Item]:
        """Derived items by id, in the order they came."""
        held = (identity for identity in identities if identity in self._place)
        return [self._items[identity] for identity in sorted(held, key=self._place.__getitem__)]

    def derived(self, sources: Sources) -> list[Item]:
        """Items that were made from the same evidence, in the order they came."""
        return [self._items[identity] for identity in self._groups[sources][1]]

    def groups(self) -> Iterator[list[Item]]:
        """What is held, by evidence: a note's capsule (if any) and the items derived from it."""
        return map(self.group, range(len(self._order)))

    def group(self, number: int) -> list[Item]:
        """The items of one piece of evidence, by its number in the order of arrival."""
        raw, derived = self._groups[self._order[number]]
        return [*(self._capsules[i] for i in raw), *(self._items[i] for i in derived)]

    def number(self, sources: Sources) -> int:
        """The number of one piece of evidence."""
        return self._numbers[sources]

    def __len__(self) -> int:
        """How many pieces of evidence are held."""
        return len(self._order)

    def raw(self, start: int) -> list[Item]:
        """Capsules in the order they came, from number `start`."""
        return [self._capsules[identity] for identity in self._raw[start:]]

    def _keep(self, episode: Episode) -> None:
        self._episodes[episode.id] = episode
        for note in episode.notes:
            self._notes.setdefault(note.id, note.text)
            self._projects.add(note.about)

    def _hold(self, shelf: dict[str, Item], key: str, item: Item, place: int) -> None:
        shelf[key] = item
        if place:
            self._place[key] = len(self._place)
        else:
            self._raw.append(key)
        self._groups[item.sources][place].append(key)
        self._latest = max(self._latest, item.date)

    def _remember(self, change: Change) -> None:
        self._history.append(Changed(**dict(change)))

    def _known(self, sources: Sources) -> bool:
        """Whether this evidence is there; if not, it is from now on."""
        if sources in self._groups:
            return True
        self._numbers[sources] = len(self._order)
        self._order.append(sources)
        self._groups[sources] = ([], [])
        return False
