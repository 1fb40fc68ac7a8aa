"""An inverted index: which of many texts hold a word, so that a question is put to all at once.

A read of a large store lists the first `LISTED` of its ranking. The scores it is cut by are the
exact ones, in the same arithmetic, so the list is the start of what ranking everything would give.
"""

from __future__ import annotations

from array import array
from bisect import insort
from collections.abc import Collection, Iterable
from heapq import heappush, heappushpop, nlargest, nsmallest

import numpy as np
from numpy.typing import NDArray

from dreambench_lib.memory.lexical import tokens

LISTED = 128
"""A read lists everything up to so many recalls, and the best so many of more."""
Numbers = NDArray[np.float64]


class Postings:
    """Numbered sets of words, and who holds which: looked up where they are many."""

    def __init__(self) -> None:
        self._sets: list[frozenset[str]] = []
        """Those that are not in `_holders` yet."""
        self._holders: dict[str, array[int]] = {}
        self._sizes = array("d")

    def __len__(self) -> int:
        return len(self._sizes)

    @property
    def sizes(self) -> Numbers:
        """How many words each set has."""
        return np.array(self._sizes)  # a copy: a view would keep the array from growing

    def add(self, words: Collection[str]) -> None:
        """One more set, with the next number."""
        self._sizes.append(len(words))
        self._sets.append(frozenset(words))

    def shared(self, words: Iterable[str]) -> Numbers:
        """Per set, how many of `words` it holds; `words` must be distinct."""
        if len(self) <= LISTED:
            asked = frozenset(words)
            return np.array([len(asked & held) for held in self._sets], dtype=np.float64)
        self._file()
        counts = np.zeros(len(self._sizes))
        for word in words:
            if word in self._holders:
                # Each set stands once in a list, so no count is lost.
                counts[np.frombuffer(self._holders[word], dtype=np.int32)] += 1
        return counts

    def named(self, files: Iterable[str]) -> Numbers:
        """Per set, the share of `files` it has, by path or by base name (`lexical.files_named`)."""
        paths = [path.lower().strip("./-") for path in files]
        hits = np.zeros(len(self._sizes))
        for path in paths:
            hits += self.shared({path, path.rsplit("/", 1)[-1]}) > 0
        return hits / len(paths) if paths else hits

    def _file(self) -> None:
        start = len(self) - len(self._sets)
        for number, words in enumerate(self._sets, start):
            for word in words:
                self._holders.setdefault(word, array("i")).append(number)
        self._sets.clear()


class Index:
    """Texts by the words they hold."""

    def __init__(self) -> None:
        self.words = Postings()
        self._texts: list[tuple[str, str]] = []
        self._order: list[tuple[str, str, int]] = []
        """Text, id and number, by text: the order of equal scores."""

    def __len__(self) -> int:
        return len(self._order)

    def add(self, text: str, identity: str) -> None:
        """One more text, with the next number."""
        insort(self._order, (text, identity, len(self._order)))
        self._texts.append((text, identity))
        self.words.add(tokens(text))

    def text(self, number: int) -> str:
        """The text of that number."""
        return self._texts[number][0]

    def texts(self) -> list[str]:
        """All texts, in the order of their numbers."""
        return [text for text, _ in self._texts]

    def jaccard(self, asked: frozenset[str]) -> Numbers:
        """Per text, the shared share of its words and those of `asked`."""
        shared = self.words.shared(asked)
        union = len(asked) + self.words.sizes - shared
        return np.divide(shared, union, out=np.zeros_like(shared), where=union > 0)

    def coverage(self, asked: frozenset[str]) -> Numbers:
        """Per text, the share of `asked` that it has."""
        return self.words.shared(asked) / max(1, len(asked))

    def best(self, scores: Numbers) -> list[int]:
        """The numbers of the `LISTED` best; of equal ones those whose text and id come first."""
        if len(scores) <= LISTED:
            return list(range(len(scores)))
        last = np.partition(scores, -LISTED)[-LISTED]
        better = np.flatnonzero(scores > last).tolist()
        level = scores == last
        return better + self._first(level, LISTED - len(better))

    def _first(self, among: NDArray[np.bool_], count: int) -> list[int]:
        """The first `count` by text: looked for where many are level, sorted where few are."""
        level = int(among.sum())
        if level * level > count * len(among):
            wanted = among.tolist()
            found = (number for _, _, number in self._order if wanted[number])
            return [number for number, _ in zip(found, range(count), strict=False)]
        numbers = np.flatnonzero(among).tolist()
        return nsmallest(count, numbers, key=self._texts.__getitem__)


class Best:
    """The highest of the scores seen, so many of them."""

    def __init__(self, most: int, scores: Iterable[float] = ()) -> None:
        self._most = most
        self._heap = nlargest(most, scores)[::-1]

    def __len__(self) -> int:
        return len(self._heap)

    def add(self, score: float) -> None:
        """One more score."""
        if len(self._heap) < self._most:
            heappush(self._heap, score)
        else:
            heappushpop(self._heap, score)

    def beats(self, bound: float) -> bool:
        """Whether there are enough, and all of them are higher than `bound`."""
        return len(self._heap) == self._most and (not self._heap or bound < self._heap[0])

    def least(self, most: int) -> Best:
        """The highest of these, fewer of them."""
        return Best(most, self._heap)
