"""How much the words of two traps have in common: shared n-grams of prompts and events.

A trap's words are its last prompt and its events' texts, placeholders blanked. Warm-ups and the
bank of ordinary notes belong to the fixture, whose traps share them by design.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from .template import Fixture, Template

SIZE = 5
"""Words of one n-gram: long enough that ordinary idiom seldom makes one."""
_WORD = re.compile(r"\{\{|[a-z0-9]+(?:['’-][a-z0-9]+)*")
_SLOT = re.compile(r"\{\{[^{}]*\}\}")


class Pair(NamedTuple):
    """Two traps and what their words share."""

    first: str
    second: str
    shared: int
    """Distinct n-grams that both have."""
    share: float
    """`shared` over the n-grams of the one that has fewer."""
    phrase: str
    """The longest run of words that both have."""


def words(text: str) -> list[str]:
    """Lower-case words; every placeholder is the same word ``{{``.

    >>> words("The mark is {{mark.real}}, says {{person}}.")
    ['the', 'mark', 'is', '{{', 'says', '{{']
    """
    return _WORD.findall(_SLOT.sub("{{", text.lower()))


def texts_of(trap: Template) -> list[str]:
    """A trap's own prompt and paraphrases."""
    return [trap.sessions[-1].prompt, *(text for texts in trap.texts.values() for text in texts)]


def bank_of(fixture: Fixture) -> list[str]:
    """A fixture's ordinary notes."""
    return [text for note in fixture.bank for text in note.texts]


def grams(texts: Iterable[str], size: int = SIZE) -> set[tuple[str, ...]]:
    """The distinct runs of `size` words within one text."""
    return {
        run
        for text in map(words, texts)
        for run in zip(*(text[start:] for start in range(size)), strict=False)
    }


def closest(documents: dict[str, Sequence[str]], size: int = SIZE, most: int = 20) -> list[Pair]:
    """The pairs that share the most, by share of the smaller one's n-grams."""
    have = {name: grams(texts, size) for name, texts in documents.items()}
    holders: dict[tuple[str, ...], list[str]] = {}
    for name, runs in have.items():
        for run in runs:
            holders.setdefault(run, []).append(name)
    common = Counter(
        pair for names in holders.values() if len(names) > 1 for pair in combinations(names, 2)
    )
    pairs = [
        Pair(a, b, count, count / min(len(have[a]), len(have[b])), "")
        for (a, b), count in common.items()
    ]
    pairs.sort(key=lambda pair: (-pair.share, pair.first, pair.second))
    return [
        pair._replace(phrase=longest(documents[pair.first], documents[pair.second], size))
        for pair in pairs[:most]
    ]


def longest(first: Iterable[str], second: Iterable[str], size: int = SIZE) -> str:
    """The longest run of at least `size` words that both have (the first in the alphabet)."""
    best: set[tuple[str, ...]] = set()
    first, second = list(first), list(second)
    while found := grams(first, size) & grams(second, size):
        best, size = found, size + 1
    return " ".join(min(best)).replace("{{", "…") if best else ""


def closest_traps(traps: Iterable[Template], most: int = 20) -> list[Pair]:
    """The closest pairs of traps; two traps of one fixture are compared like any other two."""
    return closest({trap.id: texts_of(trap) for trap in traps}, most=most)


def closest_banks(traps: Iterable[Template], most: int = 20) -> list[Pair]:
    """The closest pairs of fixtures, by their ordinary notes."""
    banks = {trap.fixture.name: bank_of(trap.fixture) for trap in traps}
    return closest(dict(banks), most=most)
