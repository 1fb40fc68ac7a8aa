"""Cutting a text into sentences, and filling a word budget with whole pieces of text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from dreambench_lib.memory.budget import words
from dreambench_lib.memory.remember import remembered
from dreambench_lib.records import Query

_CUT = re.compile(r"(?<=[.!?])\s+|(?<=[.!?]\))\s+|\s*\n+\s*")


class Piece(NamedTuple):
    """A text that is shown whole or not at all, with where it comes from."""

    text: str
    sources: tuple[str, ...] = ()


@remembered(4096)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, in order.

    >>> sentences("See src/io.py. It is 3.5!\\nBye")
    ('See src/io.py.', 'It is 3.5!', 'Bye')
    """
    return tuple(part for part in _CUT.split(text.strip()) if part)


def share(query: Query, holders: int) -> int:
    """The words that each of `holders` large items may use, so that all of them can be shown."""
    return query.words // max(1, min(query.items, holders))


def fit(pieces: Iterable[Piece], limit: int) -> list[Piece]:
    """The pieces that fit, in order; one that does not is passed over, but the first always stays.

    >>> [p.text for p in fit([Piece("a b"), Piece("c d e"), Piece("f")], 3)]
    ['a b', 'f']
    """
    kept: list[Piece] = []
    for piece in pieces:
        size = words(piece.text)
        if size <= limit or not kept:
            kept.append(piece)
            limit -= size
    return kept


def sources(pieces: Iterable[Piece]) -> tuple[str, ...]:
    """Where the pieces come from, each place once, in order."""
    return tuple(dict.fromkeys(source for piece in pieces for source in piece.sources))
