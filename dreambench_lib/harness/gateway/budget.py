"""Caps on tokens and money: of a cell, and of a run whose cells run in several processes.

What a request may use is reserved before it is sent, as far as that is known (its length, and the
limit it sets itself), and settled when the provider has said what it used. A stream is cut as soon
as its own output passes what is left. So only a reply that is no stream and sets no limit can pass
a cap, by no more than itself.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from threading import Lock
from typing import NamedTuple

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


class Purse:
    """A sum and its caps; with a file it is shared by all processes that name the same one."""

    def __init__(
        self, name: str, tokens: int | None, money: str | None, file: Path | None = None
    ) -> None:
        self.name, self.file = name, file
        self._caps = (tokens, None if money is None else Fraction(money))
        self._spent = Amount()
        self._lock = Lock()

    def reserve(self, amount: Amount) -> str:
        """Add `amount` if it fits; else why not, in words."""
        with self._held() as held:
            now, new = held[0], held[0].plus(amount)
            tokens, money = self._caps
            if tokens is not None and (now.tokens >= tokens or new.tokens > tokens):
                return f"the {self.name}'s budget of {tokens} tokens is used up"
            if money is not None and (now.money >= money or new.money > money):
                return f"the {self.name}'s budget of {float(money):g} in money is used up"
            held[0] = new
        return ""

    def settle(self, reserved: Amount, used: Amount) -> None:
        """Replace a reservation by what was used."""
        with self._held() as held:
            held[0] = held[0].plus(reserved, -1).plus(used)

    def holds(self, more: Amount) -> bool:
        """Whether `more` would still fit."""
        with self._held() as held:
            new = held[0].plus(more)
        tokens, money = self._caps
        return (tokens is None or new.tokens <= tokens) and (money is None or new.money <= money)

    @property
    def spent(self) -> Amount:
        """So far, reservations included."""
        with self._held() as held:
            return held[0]

    @contextmanager
    def _held(self) -> Iterator[list[Amount]]:
        with self._lock:
            if self.file is None:
                held = [self._spent]
                yield held
                self._spent = held[0]
                return
            with self.file.open("a+", encoding="utf-8") as shared:
                fcntl.flock(shared, fcntl.LOCK_EX)
                shared.seek(0)
                before = _read(shared.read(), self.file)
                held = [before]
                yield held
                if held[0] != before:
                    shared.seek(0)
                    shared.truncate()
                    shared.write(json.dumps([held[0].tokens, str(held[0].money)]))
                    shared.flush()


def _read(text: str, file: Path) -> Amount:
    if not text:
        return Amount()
    try:
        tokens, money = json.loads(text)
        return Amount(int(tokens), Fraction(money))
    except (ValueError, TypeError):
        raise BadInput(f"{file.name} of the run is damaged: restore it or start anew") from None
