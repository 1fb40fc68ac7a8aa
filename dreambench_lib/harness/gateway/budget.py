"""Caps on tokens and money: of a cell, and of a run whose cells run in several processes.

What a request may use is reserved before it is sent, as far as that is known (its length, and the
limit it sets itself), and settled when the provider has said what it used. A stream is cut as soon
as its own output passes what is left. So only a reply that is no stream and sets no limit can pass
a cap, by no more than itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from threading import Lock
from typing import IO, NamedTuple

from ...errors import BadInput
from ...records import Record


class Caps(Record):
    """Of a run, where it stops (None: nowhere). A cell's cap decides outcomes: the plan has it."""

    tokens: int | None = None
    money: str | None = None


class Amount(NamedTuple):
    """Tokens and money."""

    tokens: int = 0
    money: Fraction = Fraction(0)

    def plus(self, other: Amount, sign: int = 1) -> Amount:
        """The sum (or, with a sign of -1, the difference)."""
        return Amount(self.tokens + sign * other.tokens, self.money + sign * other.money)


class Held(NamedTuple):
    """What a purse holds."""

    used: Amount = Amount()
    """Settled: the provider has said so, or it was estimated."""
    reserved: Amount = Amount()
    """For requests that are under way."""

    @property
    def taken(self) -> Amount:
        """What no further request can have."""
        return self.used.plus(self.reserved)


class Purse:
    """A sum and its caps; with a file it is shared by all processes that name the same one."""

    def __init__(
        self, name: str, tokens: int | None, money: str | None, file: Path | None = None
    ) -> None:
        self.name, self.file = name, file
        self._caps = (tokens, None if money is None else Fraction(money))
        self._own = Held()
        self._lock = Lock()

    def reserve(self, amount: Amount) -> str:
        """Add `amount` if it fits; else why not, in words."""
        with self._held() as held:
            now, new = held[0].taken, held[0].taken.plus(amount)
            tokens, money = self._caps
            if tokens is not None and (now.tokens >= tokens or new.tokens > tokens):
                return f"the {self.name}'s budget of {tokens} tokens is used up"
            if money is not None and (now.money >= money or new.money > money):
                return f"the {self.name}'s budget of {float(money):g} in money is used up"
            held[0] = Held(held[0].used, held[0].reserved.plus(amount))
        return ""

    def settle(self, reserved: Amount, used: Amount) -> None:
        """Replace a reservation by what was used."""
        with self._held() as held:
            left = held[0].reserved.plus(reserved, -1)
            # Never below nothing: its reservation may have been given back meanwhile.
            left = Amount(max(0, left.tokens), max(Fraction(0), left.money))
            held[0] = Held(held[0].used.plus(used), left)

    def release(self) -> Amount:
        """Give back what is reserved; for whoever knows that no request is under way.

        Returns what was reserved by processes that ended before they could settle it.
        """
        with self._held() as held:
            stale = held[0].reserved
            held[0] = Held(held[0].used)
        return stale

    def holds(self, more: Amount) -> bool:
        """Whether `more` would still fit."""
        with self._held() as held:
            new = held[0].taken.plus(more)
        tokens, money = self._caps
        return (tokens is None or new.tokens <= tokens) and (money is None or new.money <= money)

    @property
    def spent(self) -> Amount:
        """So far, reservations included."""
        return self.held.taken

    @property
    def held(self) -> Held:
        """What was used, and what is reserved."""
        with self._held() as held:
            return held[0]

    @contextmanager
    def _held(self) -> Iterator[list[Held]]:
        with self._lock:
            if self.file is None:
                held = [self._own]
                yield held
                self._own = held[0]
                return
            with self.file.open("a+", encoding="utf-8") as shared:
                _lock(shared, "LOCK_EX")
                shared.seek(0)
                before = _read(shared.read(), self.file)
                held = [before]
                yield held
                if held[0] != before:
                    shared.seek(0)
                    shared.truncate()
                    shared.write(_written(held[0]))
                    shared.flush()


def read_purse(file: Path) -> Held:
    """What stands in a purse's file; nothing is made or changed."""
    with file.open(encoding="utf-8") as shared:
        _lock(shared, "LOCK_SH")
        return _read(shared.read(), file)


def _lock(shared: IO[str], how: str) -> None:
    import fcntl  # here: nothing runs on Windows, but runs can be read there

    fcntl.flock(shared, getattr(fcntl, how))


def _written(held: Held) -> str:
    return json.dumps({name: [one.tokens, str(one.money)] for name, one in held._asdict().items()})


def _read(text: str, file: Path) -> Held:
    if not text:
        return Held()
    try:
        found = json.loads(text)
        # A list is what earlier versions wrote: a sum, reservations included.
        parts = {"used": found} if isinstance(found, list) else dict(found)
        return Held(
            **{name: Amount(int(said[0]), Fraction(said[1])) for name, said in parts.items()}
        )
    except (ValueError, TypeError, IndexError):
        raise BadInput(f"{file.name} of the run is damaged: restore it or start anew") from None
