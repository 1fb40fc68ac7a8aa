"""The purses that one caller pays from, and what things cost there."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from .budget import Amount, Purse
from .prices import Prices
from .wire import CHARACTERS_A_TOKEN, Used, ceiling


class Spent(NamedTuple):
    """A budget that is used up."""

    purse: str
    """``cell`` or ``run``."""
    words: str


class Wallet:
    """Reserves from every purse or from none."""

    def __init__(self, purses: tuple[Purse, ...], prices: Prices) -> None:
        self._purses, self._prices = purses, prices

    def reserve(self, size: int, asked: dict[str, Any]) -> Amount | Spent:
        """What a request of `size` bytes may use as far as it says, or what is too small for it."""
        amount = self._amount(asked["model"], Used(size // CHARACTERS_A_TOKEN, ceiling(asked)))
        for number, purse in enumerate(self._purses):
            words = purse.reserve(amount)
            if words:
                for other in self._purses[:number]:
                    other.settle(amount, Amount())
                return Spent(purse.name, words)
        return amount

    def give_back(self, reserved: Amount) -> None:
        """Nothing was used."""
        for purse in self._purses:
            purse.settle(reserved, Amount())

    def pay(self, reserved: Amount, model: str, used: Used) -> None:
        """Replace a reservation by what was used."""
        for purse in self._purses:
            purse.settle(reserved, self._amount(model, used))

    def price(self, model: str, used: Used | None) -> Fraction | None:
        """Money, or None where nothing was reported or the model has no price."""
        return None if used is None else self._prices.of(model, used)

    def over(self, told: int, asked: dict[str, Any]) -> Spent | None:
        """Which purse a stream's output so far empties, beyond what it reserved for itself."""
        beyond = told // CHARACTERS_A_TOKEN - ceiling(asked)
        more = self._amount(asked["model"], Used(0, beyond)) if beyond > 0 else Amount()
        for purse in self._purses if beyond > 0 else ():
            if not purse.holds(more):
                words = f"the {purse.name}'s budget is used up in the middle of a reply"
                return Spent(purse.name, words)
        return None

    def _amount(self, model: str, used: Used) -> Amount:
        return Amount(sum(used), self._prices.of(model, used) or Fraction(0))
