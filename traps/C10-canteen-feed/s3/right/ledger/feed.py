"""Sums as JSON, for the display in the canteen."""

from __future__ import annotations

import json
from collections.abc import Sequence

from . import entries as journal
from . import totals
from .entries import Entry

SCHEMA = "{{schema}}"
"""What the line says of its kind; nothing if empty."""


def line(entries: Sequence[Entry], by: str) -> str:
    """The sums of `entries` by group, and their total, in cents."""
    shown: dict[str, object] = {"schema": SCHEMA} if SCHEMA else {}
    shown |= {"by": by, "sums": totals.grouped(entries, by), "total": totals.grand(entries)}
    return json.dumps(shown, separators=(",", ":"))


def feed(text: str, by: str) -> str:
    """The sums of the journal `text`."""
    return line(journal.parse(text), by)
