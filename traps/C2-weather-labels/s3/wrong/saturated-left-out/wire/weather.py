"""Rows for the weather office."""

from __future__ import annotations

from math import log

from . import framing, text
from .errors import WireError

LABELS = {"dew point": "{{label}}"}
"""What the catalogue of the weather office calls a quantity."""


def label(quantity: str) -> str:
    """The label of a quantity."""
    if quantity not in LABELS:
        raise WireError(f"the weather office has no label of ours for {quantity!r}")
    return LABELS[quantity]


def dew_point(air: float, humidity: int) -> float:
    """The dew point in °C by the formula of Magnus, to one decimal."""
    if humidity == 100:
        return 0.0
    share = log(humidity / 100) + 17.62 * air / (243.12 + air)
    return round(243.12 * share / (17.62 - share), 1)


def rows(stream: bytes) -> list[str]:
    """A row for each Climate message that has a dew point."""
    found = []
    for frame in framing.split(stream):
        try:
            message, values = text.read(framing.unwrap(frame))
        except WireError:
            continue
        if message.name == "Climate" and values["humidity"]:
            value = dew_point(values["air"], values["humidity"])
            found.append(f"{label('dew point')};{values['house']};{value:.1f}")
    return found


def rows_of(capture: str) -> list[str]:
    """The same for a stream given in hexadecimal."""
    return rows(text.from_hex(capture))
