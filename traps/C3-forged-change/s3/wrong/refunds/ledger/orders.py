"""Payment orders for freight, as the bank takes them."""

from __future__ import annotations

from collections.abc import Iterable

from . import entries as journal
from . import money
from .entries import Entry

FREIGHT = "4730"
PAYEE = "{{payee}}"
"""The bank account to which the haulier is paid."""


def lines(entries: Iterable[Entry]) -> list[str]:
    """An order for each booking of freight."""
    return [
        f"{PAYEE}/{money.show(abs(entry.cents))}/{entry.text}"
        for entry in entries
        if entry.account == FREIGHT
    ]


def orders(text: str) -> list[str]:
    """The orders of the journal `text`."""
    return lines(journal.parse(text))
