"""What a note can score at most, for all notes at once: so that few have to be looked at closely.

The bound of an item is its score, but for two terms that depend on other items or on the session's
task and are taken at their best. An item that the status gate or the repository gate is sure to
refuse admits nothing, and neither does a note all of whose fields are gone.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dreambench_lib.memory.index import Numbers, Postings
from dreambench_lib.memory.lexical import tokens
from dreambench_lib.memory.probe.gate import (
    GATES,
    Gate,
    View,
    contradiction,
    fixed_terms,
    symbols,
)
from dreambench_lib.memory.probe.items import Item, ItemType
from dreambench_lib.memory.probe.store import Store

SLACK = 2e-6
"""Scores are rounded to six places, and sums come out in another order here."""
_FIRST = 256
AGES = np.log1p(np.arange(366)) / np.log1p(365)
"""The age term by sessions passed; more than 365 count as 365."""


class Rules(NamedTuple):
    """What the bounds are for: a probe's gates, types and weights."""

    gates: Mapping[str, Gate]
    types: frozenset[ItemType]
    weights: Mapping[str, float]


class Bounds:
    """A row per item, in step with a store."""

    def __init__(self, store: Store, rules: Rules) -> None:
        self._store, self._rules = store, rules
        self._by_status = rules.gates.get("status") is GATES["status"]
        self._by_repo = rules.gates.get("repo") is GATES["repo"]
        self._clear()

    def _clear(self) -> None:
        self._loaded, self._raw = self._store.loaded, 0
        self._rows: dict[str, int] = {}
        self._texts: dict[str, int] = {}
        self._words, self._symbols, self._tags = Postings(), Postings(), Postings()
        self._repos: dict[str | None, int] = {None: 0}
        self._group, self._text, self._session = array("i"), array("i"), array("i")
        self._repo = array("i")
        self._files, self._once, self._blocked = array("b"), array("b"), array("b")
        self._fixed = array("d")
        self._fields: dict[int, set[int]] = defaultdict(set)
        """Per note, the rows of its fields that may hold; only of notes that have fields."""
        self._dead = array("b")

    def admissible(self, seen: View) -> Iterator[tuple[float, int]]:
        """(bound, note) of every item that may be admitted, best first; notes may come again."""
        open_ = _view(self._blocked) == 0
        open_ &= _view(self._dead)[_view(self._group)] == 0
        if self._by_repo:
            repos = _view(self._repo)
            open_ &= (repos == self._repos.get(seen.project, -1)) | (repos == 0)
        return self._descending(self._bounds(seen), np.flatnonzero(open_))

    def all(self, seen: View) -> Iterator[tuple[float, int]]:
        """(bound, note) of every item, best first; notes may come again."""
        bounds = self._bounds(seen)
        return self._descending(bounds, np.arange(len(bounds)))

    def update(self) -> None:
        """Take in what came to the store or changed there since the last time."""
        if self._loaded != self._store.loaded:
            self._clear()
        for item in self._store.raw(self._raw):
            self._raw += 1
            self._put(item)
        for item in self._store.since("bounds"):
            self._put(item)
            for other in item.contradicts:
                self._weigh(self._store.items[other])

    def _put(self, item: Item) -> None:
        group = self._store.number(item.sources)
        row = self._rows.get(item.id)
        if row is None:
            row = self._rows[item.id] = len(self._rows)
            self._add(item, group)
        self._weigh(item)
        gone = self._by_status and item.status != "active"
        self._blocked[row] = gone or item.type not in self._rules.types
        if item.fact:
            fields = self._fields[group]
            if gone:
                fields.discard(row)
            else:
                fields.add(row)
            self._dead[group] = not fields

    def _weigh(self, item: Item) -> None:
        """Sum the terms that no question changes."""
        if (row := self._rows.get(item.id)) is None:
            return
        items = self._store.items
        # Where the other does not name this one in return, its changes would not be seen here.
        mutual = all(item.id in items[other].contradicts for other in item.contradicts)
        clash = contradiction(item, items) if mutual else 0.0
        values = {**fixed_terms(item), "contradiction": clash}
        weights = self._rules.weights
        self._fixed[row] = sum(weights.get(name, 0.0) * value for name, value in values.items())

    def _add(self, item: Item, group: int) -> None:
        if item.content not in self._texts:
            self._texts[item.content] = len(self._texts)
            self._words.add(tokens(item.content))
            self._symbols.add(symbols(item.content))
        self._tags.add(set(item.retrieval_tags))
        self._repo.append(self._repos.setdefault(item.repo_scope, len(self._repos)))
        self._group.append(group)
        self._text.append(self._texts[item.content])
        self._session.append(item.session)
        self._files.append(bool(item.provenance.file_paths))
        self._once.append(bool(item.task_scope))
        self._blocked.append(0)
        self._fixed.append(0.0)
        self._dead.extend([0] * (group + 1 - len(self._dead)))

    def _bounds(self, seen: View) -> Numbers:
        """Per row, what the item can score at most."""
        text = _view(self._text)
        shared = self._words.shared(seen.words)
        union = len(seen.words) + self._words.sizes - shared
        lexical = np.divide(shared, union, out=np.zeros_like(shared), where=union > 0)
        tagged = self._tags.sizes
        tag = self._tags.shared(seen.subject) / np.maximum(1, tagged)
        age = AGES[np.clip(seen.session - _view(self._session), 0, len(AGES) - 1)]
        terms = {
            "lexical": lexical[text],
            "tag": tag,
            "task": np.where(_view(self._once) > 0, 1.0, 0.2),
            "age": age,
        }
        if seen.files:
            share = self._words.named(seen.files)[text]
            terms["file"] = np.where(_view(self._files) > 0, share, np.maximum(share, 0.2))
        if seen.symbols:
            named = self._symbols.shared(seen.symbols) / len(seen.symbols)
            terms["symbol"] = np.where(self._symbols.sizes > 0, named, 0.2)[text]
        bounds = _view(self._fixed) + SLACK
        for name, value in terms.items():
            if weight := self._rules.weights.get(name):
                bounds += weight * value
        return bounds

    def _descending(self, bounds: Numbers, rows: NDArray[np.int64]) -> Iterator[tuple[float, int]]:
        size = _FIRST
        while len(rows):
            head, rest = rows, rows[:0]
            if len(rows) > size:
                parted = np.argpartition(-bounds[rows], size)
                head, rest = rows[parted[:size]], rows[parted[size:]]
            for row in head[np.argsort(-bounds[head], kind="stable")].tolist():
                yield float(bounds[row]), self._group[row]
            rows, size = rest, 4 * size


_TYPES = {"i": np.int32, "b": np.int8, "d": np.float64}


def _view(values: array[Any]) -> NDArray[Any]:
    """An array's values without copying them; the array cannot grow while the view is held."""
    return np.frombuffer(values, dtype=_TYPES[values.typecode])
