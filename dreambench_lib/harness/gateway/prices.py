"""What tokens cost: a dated file that its user writes; a model that is not in it is not priced."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from ...errors import BadInput
from ...records import Record
from .wire import Used

MILLION = 1_000_000


class Price(Record):
    """Money per million tokens of one model."""

    model: str = Field(min_length=1)
    input: str
    output: str
    as_of: date
    source: str = ""
    """Where the figure was read."""

    def of(self, used: Used) -> Fraction:
        """What an exchange cost, exactly."""
        return (used.input * Fraction(self.input) + used.output * Fraction(self.output)) / MILLION


class Prices:
    """Prices by the model's name as it is asked for."""

    def __init__(self, prices: Mapping[str, Price], currency: str = "USD") -> None:
        self._prices, self.currency = dict(prices), currency

    def of(self, model: str, used: Used) -> Fraction | None:
        """What an exchange cost; None where the model has no price."""
        found = self._prices.get(model)
        return None if found is None else found.of(used)

    def __contains__(self, model: str) -> bool:
        return model in self._prices

    def __iter__(self) -> Iterator[Price]:
        return iter(self._prices.values())


def price_text(path: Path | None = None) -> str:
    """A price file's text; without a path that of the example."""
    if path:
        return path.read_text(encoding="utf-8")
    return (resources.files(__package__) / "prices.toml").read_text(encoding="utf-8")


def read_prices(path: Path | None = None) -> Prices:
    """A price file; without a path the example that comes with the project.

    Raises:
        BadInput: the file cannot be read, a price is no number or a model is there twice.
    """
    name = path.name if path else "prices.toml"
    try:
        table = tomllib.loads(price_text(path))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise BadInput(f"price file {name} cannot be read ({fault}): see prices.toml") from None
    found: dict[str, Price] = {}
    for number, row in enumerate(table.get("price", ()), start=1):
        one = _price(row, f"price {number} of {name}")
        if one.model in found:
            raise BadInput(f"{name} prices the model {one.model!r} twice: keep one")
        found[one.model] = one
    return Prices(found, str(table.get("currency", "USD")))


def _price(row: Any, where: str) -> Price:
    try:
        made = Price.model_validate(
            {**row, "input": str(row["input"]), "output": str(row["output"])}
        )
        if min(Fraction(made.input), Fraction(made.output)) < 0:
            raise ValueError("negative")
    except (ValidationError, ValueError, KeyError, TypeError, ZeroDivisionError) as fault:
        word = fault.errors()[0]["loc"][0] if isinstance(fault, ValidationError) else fault
        raise BadInput(
            f"{where} is wrong ({word}): it needs model, input, output (money per million "
            "tokens) and as_of (a date)"
        ) from None
    return made
