"""Remembering what was made of a text: many short ones, and of the long ones the last few.

What agents write comes to memories as well, in any length and never twice the same: a cache bounded
by its number of entries alone would grow with every cell.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Reader = Callable[Concatenate[str, P], T]

SHORT = 4096
"""Characters of a short text: notes are, sessions often are not."""
LONG_ONES = 32


def remembered(most: int) -> Callable[[Reader[P, T]], Reader[P, T]]:
    """A pure function of a text (and of hashable values) that keeps up to `most` answers.

    >>> @remembered(8)
    ... def size(text: str) -> int:
    ...     print("looked")
    ...     return len(text)
    >>> size("note"), size("note")
    looked
    (4, 4)
    """

    def remember(read: Reader[P, T]) -> Reader[P, T]:
        short, long = lru_cache(most)(read), lru_cache(LONG_ONES)(read)

        @wraps(read)
        def call(text: str, /, *args: P.args, **kwargs: P.kwargs) -> T:
            return (short if len(text) <= SHORT else long)(text, *args, **kwargs)  # type: ignore[arg-type]

        return call

    return remember
