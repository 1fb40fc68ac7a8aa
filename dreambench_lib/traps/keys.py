"""Randomness of a run: one 256-bit key, and an independent HMAC-SHA-256 stream per purpose.

The same (key, trap, seed, purpose) always gives the same stream; nothing else is random in a run.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import MutableSequence
from typing import TypeVar

from ..errors import BadInput

T = TypeVar("T")


def fresh_key() -> str:
    """A new run key from the operating system, as 64 hexadecimal digits."""
    return secrets.token_hex(32)


def parse_key(text: str) -> bytes:
    """The key's 32 bytes; anything but 64 hexadecimal digits is refused."""
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32 or len(text) != 64:
        raise BadInput(
            f"key {text[:12]!r}… is not 64 hexadecimal digits: omit --key for a fresh one"
        )
    return key


class Stream:
    """Uniform draws from HMAC-SHA-256 in counter mode; rejection sampling, so no modulo bias."""

    def __init__(self, key: bytes, *purpose: object) -> None:
        label = "\x00".join(str(part) for part in purpose).encode()
        self._key = hmac.digest(key, label, "sha256")
        self._counter = 0
        self._pool = b""

    def _byte_string(self, size: int) -> bytes:
        while len(self._pool) < size:
            self._pool += hmac.digest(self._key, self._counter.to_bytes(8, "big"), "sha256")
            self._counter += 1
        out, self._pool = self._pool[:size], self._pool[size:]
        return out

    def below(self, bound: int) -> int:
        """An integer from 0 to `bound` − 1."""
        size = (max(bound - 1, 1).bit_length() + 7) // 8
        limit = 256**size - 256**size % bound
        while True:
            drawn = int.from_bytes(self._byte_string(size), "big")
            if drawn < limit:
                return drawn % bound

    def choice(self, items: tuple[T, ...] | list[T]) -> T:
        """One of `items`."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Fisher–Yates, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def sample(self, items: tuple[T, ...] | list[T], size: int) -> list[T]:
        """`size` different items in random order."""
        pool = list(items)
        self.shuffle(pool)
        return pool[:size]

    def hex(self, digits: int) -> str:
        """A fresh hexadecimal string."""
        return self._byte_string((digits + 1) // 2).hex()[:digits]
