"""What a run has spent, and what it will have spent at this rate."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from .gateway.budget import Amount
from .gateway.prices import read_prices
from .gateway.settings import PRICES, spent


class Spend(NamedTuple):
    """One look at a run's purse."""

    mode: str
    """``record``, ``live``, or ``replay``: then nothing was sent, and nothing paid."""
    used: Amount
    """So far, by the provider's reports."""
    total: Amount | None
    """When the last cell has ended, if the rest costs as much a cell; None before the first."""
    caps: dict[str, Any]
    """``tokens``, ``money``: what the run may use; only what was given."""
    currency: str
    priced: bool
    """Whether every model of the plan has a price; else the money is a part of it only."""

    @property
    def words(self) -> str:
        """In a line.

        >>> Spend("record", Amount(1200, Fraction("0.03")), Amount(4000, Fraction("0.1")),
        ...       {"money": "2"}, "USD", True).words
        '1,200 tokens, 0.0300 of 2 USD, about 0.1000 in all'
        """
        said = f"{self.used.tokens:,} tokens"
        if cap := self.caps.get("tokens"):
            said = f"{self.used.tokens:,} of {cap:,} tokens"
        if not self.priced:
            return f"{said}, no price" + (
                f", about {self.total.tokens:,} tokens in all" if self.total else ""
            )
        of = f" of {self.caps['money']}" if "money" in self.caps else ""
        ahead = f", about {float(self.total.money):.4f} in all" if self.total else ""
        sent = " (replayed: nothing was paid)" if self.mode == "replay" else ""
        return f"{said}, {float(self.used.money):.4f}{of} {self.currency}{ahead}{sent}"


def spend(
    folder: Path, start: Mapping[str, Any], models: list[str], done: int, cells: int
) -> Spend | None:
    """What the run in `folder` spends; None where it asks no model.

    Args:
        start: Its last start, from the log of attempts.
        models: The plan's.
        done: Cells that have ended.
        cells: Cells in all.
    """
    used = spent(folder)
    if used is None:
        return None
    file = folder / PRICES
    prices = read_prices(file if file.exists() else None)
    total, new = None, done - (cells - int(start.get("pending", cells)))
    if new > 0 and done < cells:
        share = Fraction(cells - done, new)
        before = start.get("used") or {}
        since = Amount(
            used.tokens - int(before.get("tokens", 0)),
            used.money - Fraction(before.get("money", "0")),
        )
        more = Amount(round(since.tokens * share), since.money * share)
        total = used.plus(more)
    return Spend(
        mode=str(start.get("mode", "record")),
        used=used,
        total=total,
        caps=dict(start.get("caps") or {}),
        currency=prices.currency,
        priced=all(model in prices for model in models),
    )
