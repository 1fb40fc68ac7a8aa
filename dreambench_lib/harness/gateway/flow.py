"""A reply while it passes to its caller: redacted, counted, watched, and settled exactly once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import NamedTuple

from . import wire
from .redact import Redactor
from .upstream import Cut, Reply

FAILED = frozenset({401, 403, 404, 408, 409, 429})
"""Statuses, beside those of the 500s, that are not the caller's doing."""


class Heard(NamedTuple):
    """A reply that is over."""

    reply: Reply
    text: bytes
    """Its body, as far as it came."""
    used: wire.Used | None
    """What the provider reported."""
    told: int
    """Characters of output, for an estimate where nothing was reported."""
    cut: bool
    failure: str
    """How the provider failed, in words; empty where it did not."""


class Flow:
    """An iterator over a reply's pieces; to be read to its end, or closed."""

    def __init__(
        self,
        reply: Reply,
        redact: Redactor,
        over: Callable[[int], bool],
        end: Callable[[Heard], None],
    ) -> None:
        """Args:
        over: Asked with the characters of a stream's output so far; true ends it here.
        end: Told what was heard, once.
        """
        self._reply, self._redact, self._over, self._end = reply, redact, over, end
        self._stream = "event-stream" in reply.kind
        self._parts: list[bytes] = []
        self._used: wire.Used | None = None
        self._told = 0
        self._whole = self._ended = self._broke = self._sense = False
        self._run = self._pieces()

    def __iter__(self) -> Iterator[bytes]:
        return self._run

    def close(self) -> None:
        """Settle what was not read to its end, or not even begun."""
        self._run.close()
        self._settle()

    def _pieces(self) -> Generator[bytes, None, None]:
        try:
            for raw in self._arriving():
                piece = self._redact(raw)
                self._parts.append(piece)
                if self._stream:
                    self._watch(piece)
                    if self._over(self._told):
                        # The caller must see that this was no whole reply.
                        raise Cut
                yield piece
            self._whole = True
        finally:
            self._settle()

    def _arriving(self) -> Iterator[bytes]:
        try:
            yield from self._reply.pieces
        except Cut:
            self._broke = True
            raise

    def _watch(self, piece: bytes) -> None:
        for line in piece.splitlines():
            data = wire.event(line)
            self._sense = self._sense or data is not None
            self._used = wire.usage(data) or self._used
            self._told += wire.told(data)

    def _settle(self) -> None:
        if self._ended:
            return
        self._ended = True
        close = getattr(self._reply.pieces, "close", None)
        if close:
            close()
        text = b"".join(self._parts)
        if not self._stream:
            made = wire.parsed(text)
            self._told, self._sense, self._used = len(text), made is not None, wire.usage(made)
        cut = not self._whole
        self._end(Heard(self._reply, text, self._used, self._told, cut, self._failure()))

    def _failure(self) -> str:
        if self._reply.status in FAILED or self._reply.status >= 500:
            return f"HTTP {self._reply.status}"
        if self._broke:
            return "a reply that broke off"
        if self._reply.status < 400 and self._whole and not self._sense:
            return "a malformed reply"
        return ""
