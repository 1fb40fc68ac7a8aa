"""Finding values in a statement, and phrases right before or behind them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

_END = re.compile(
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bNo\.)(?<=[.!?])[\"”’)`]*\s+(?=[\"“‘(`\[]*[A-Z0-9a-z])"
    r"|;\s+|\n\s*\n|\n\s*(?=[-*•]\s)"
)


@lru_cache(maxsize=4096)
def statements(text: str) -> tuple[str, ...]:
    """`text` cut at sentence ends, semicolons, empty lines and list items.

    >>> statements("Use CL-1. The old one (v1.2) is void; no more of it!")
    ('Use CL-1.', 'The old one (v1.2) is void', 'no more of it!')
    """
    return tuple(part.strip() for part in _END.split(text) if part and part.strip())


AFTER_GAP = (
    r"[\"”’`']?(?:\s+(?!and\b|but\b|or\b|stays\b)[\w'’-]+){0,2}?"
    r"(?:,[^,;]{1,80},|\s*\([^)]{1,80}\))?\s+"
)
BEFORE_GAP = r"(?:\s+(?!and\b|but\b|or\b|for\b|by\b|with\b)[\w'’-]+){0,4}?\s+[\"“‘`']?"
OPEN, CLOSE = r"[\"“‘`']?", r"[\"”’`']?"


def compiled(pattern: str) -> re.Pattern[str]:
    """`pattern`, any case."""
    return re.compile(pattern, re.IGNORECASE)


def one_of(patterns: Iterable[str]) -> str:
    """Any one of `patterns`."""
    return "(?:" + "|".join(patterns) + ")"


class Place(NamedTuple):
    """A value where it stands in a statement."""

    value: str
    start: int
    end: int


def find_places(statement: str, values: Iterable[str]) -> list[Place]:
    """Where the `values` stand in `statement`, as whole words, any case."""
    low = statement.lower()
    return [
        Place(value, match.start(), match.end())
        for value, head in _heads(tuple(values))
        # A cheap look first: most statements hold no value at all.
        if head in low
        for match in whole(value).finditer(statement)
    ]


@lru_cache(maxsize=4096)
def _heads(values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Each value once, and its first word."""
    return tuple((value, value.split()[0].lower()) for value in dict.fromkeys(values) if value)


@lru_cache(maxsize=4096)
def whole(value: str) -> re.Pattern[str]:
    """`value` as a whole, any case, any white space."""
    body = r"\s+".join(re.escape(word) for word in value.split())
    return compiled(rf"(?<![A-Za-z0-9]){body}(?![A-Za-z0-9])")


def marked(
    statement: str,
    place: Place,
    others: Iterable[str],
    before: re.Pattern[str],
    after: re.Pattern[str],
) -> bool:
    """Whether a phrase before or behind the value is about it and about no other value."""
    found = (before.search(statement[: place.start]), after.match(statement, place.end))
    return any(match and not any(o in match["gap"] for o in others) for match in found)
