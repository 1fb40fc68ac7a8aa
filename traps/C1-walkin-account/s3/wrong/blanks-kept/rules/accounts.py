"""Which customer account a consignment belongs to."""

from collections import Counter
from collections.abc import Iterable

from .records import MISSING, Record, lookup

WALK_IN = "{{account}}"
"""Customers without an account of their own are booked here."""


def account_for(record: Record) -> str:
    """The sender's account; without one, the account for walk-in customers."""
    given = lookup(record, "sender.account")
    return ("" if given is MISSING or given is None else str(given)) or WALK_IN


def per_account(records: Iterable[Record]) -> list[tuple[str, int]]:
    """How many consignments each account has, in alphabetical order."""
    return sorted(Counter(account_for(record) for record in records).items())
