"""What follows the last row of an export."""

from __future__ import annotations

from collections.abc import Sequence

from . import money
from .channels import Channel
from .entries import Entry
from .totals import grand


def summary(entries: Sequence[Entry]) -> str:
    """The number of rows and their sum, for recipients who check them by eye."""
    rows = "1 row" if len(entries) == 1 else f"{len(entries)} rows"
    return f"{rows}, sum {money.show(grand(entries), grouped=True)}"


def closing() -> str:
    """The line by which the carrier's reader knows that a file is complete."""
    return "{{close}}"


def tail(entries: Sequence[Entry], channel: Channel) -> list[str]:
    """The lines under the rows of an export to `channel`."""
    return [*(["", summary(entries)] if channel.summary else []), closing()]
