"""Journals as the XML documents that the tax portal takes."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from . import entries as journal
from .entries import Entry

NAMESPACE = "{{ns}}"
"""Assigned to us by the portal; it belongs to the name of the root element."""


def render(entries: Iterable[Entry]) -> str:
    """The document of `entries`, one element for each."""
    lines = [f"<journal xmlns={quoteattr(NAMESPACE)}>"]
    for entry in entries:
        head = f'day="{entry.day.isoformat()}" account="{entry.account}" cents="{entry.cents}"'
        lines.append(f"  <booking {head}>{escape(entry.text)}</booking>")
    return "\n".join([*lines, "</journal>"]) + "\n"


def document(text: str) -> str:
    """The document of the journal `text`."""
    return render(journal.parse(text))
