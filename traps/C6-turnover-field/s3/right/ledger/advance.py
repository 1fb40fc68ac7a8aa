"""The line of the monthly advance return that comes out of the books."""

from __future__ import annotations

from collections.abc import Iterable

from . import entries as journal
from . import totals
from .entries import Entry

FIELD = "{{field}}"
"""Where the form has the turnover."""
SALES = "8"
"""What accounts of sales begin with."""


def line(entries: Iterable[Entry], month: str) -> str:
    """Field and turnover of `month`, in cents; refunds lower it."""
    sales = [
        entry
        for entry in entries
        if entry.account.startswith(SALES) and f"{entry.day:%Y-%m}" == month
    ]
    return f"{FIELD}={totals.grand(sales)}"


def declare(text: str, month: str) -> str:
    """The line for `month` of the journal `text`."""
    return line(journal.parse(text), month)
