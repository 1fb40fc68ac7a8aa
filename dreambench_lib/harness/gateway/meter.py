"""What each party used, counted from what the provider reported."""

from __future__ import annotations

from fractions import Fraction
from threading import Lock
from typing import NamedTuple

from .wire import Used


class Reading(NamedTuple):
    """One party's sums."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    unreported: int = 0
    """Exchanges whose reply named no usage; their tokens are not in the sums."""
    retries: int = 0
    money: Fraction = Fraction(0)
    unpriced: int = 0
    """Exchanges of a model without a price."""

    def minus(self, earlier: Reading) -> Reading:
        """What came since an earlier reading."""
        return self.plus(earlier, -1)

    def plus(self, other: Reading, times: int = 1) -> Reading:
        """Sums added up."""
        return Reading(
            self.calls + times * other.calls,
            self.input_tokens + times * other.input_tokens,
            self.output_tokens + times * other.output_tokens,
            self.unreported + times * other.unreported,
            self.retries + times * other.retries,
            self.money + times * other.money,
            self.unpriced + times * other.unpriced,
        )


class Meter:
    """Thread-safe sums."""

    def __init__(self) -> None:
        self._now = Reading()
        self._lock = Lock()

    def add(self, used: Used | None, money: Fraction | None, attempts: int) -> None:
        """Count one exchange that reached the provider (or was replayed)."""
        more = Reading(
            1,
            used.input if used else 0,
            used.output if used else 0,
            int(used is None),
            attempts - 1,
            money or Fraction(0),
            int(money is None),
        )
        with self._lock:
            self._now = self._now.plus(more)

    @property
    def reading(self) -> Reading:
        return self._now
