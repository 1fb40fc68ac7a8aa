"""Remembering what pure functions said: the cells of one instance ask the same again and again.

Beside `functools.lru_cache`, for what it cannot do: keys that are records with dicts in them
(`Same`), and data of hostile agents, of any size (`if_small`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

SMALL = 256 * 1024
"""Bytes, or characters, that are worth keeping."""


class Same(Generic[T]):
    """A key that equals only a key of the very same object, which must never change.

    The object lives as long as the key, so that no other one can be taken for it.
    """

    __slots__ = ("it",)

    def __init__(self, it: T) -> None:
        self.it = it

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it


class Memo(dict[Any, T]):
    """A dict of at most `most` entries: the one that would be too many finds it emptied."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __setitem__(self, key: Any, value: T) -> None:
        if len(self) >= self.most:
            self.clear()  # at once, so that threads may share it
        super().__setitem__(key, value)


def if_small(most: int, size: Callable[..., int]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep up to `most` answers of a pure function, none for arguments above `SMALL` in size."""

    def remembering(function: Callable[P, T]) -> Callable[P, T]:
        kept: Memo[T] = Memo(most)

        @wraps(function)
        def call(*args: Any) -> T:
            known = kept.get(args)
            if known is not None:
                return known
            answer = function(*args)  # type: ignore[call-arg]  # as its own type says
            if size(*args) <= SMALL:
                kept[args] = answer
            return answer

        return call  # type: ignore[return-value]

    return remembering
