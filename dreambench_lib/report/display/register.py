"""Which type has which card, and telling IPython."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dreambench_lib.errors import BadInput
from dreambench_lib.harness.plan import Plan
from dreambench_lib.memory.probe.items import Item
from dreambench_lib.records import CellRecord, Note, Recall, ShownItem, Verdict
from dreambench_lib.report.display import cards
from dreambench_lib.report.display.card import Card
from dreambench_lib.stats.comparison import Comparison
from dreambench_lib.traps.mint import Instance
from dreambench_lib.traps.template import Template

CARDS: dict[type[Any], Callable[[Any], Card]] = {
    Plan: cards.plan,
    Template: cards.trap,
    Instance: cards.instance,
    Comparison: cards.comparison,
    Item: cards.item,
    CellRecord: cards.cell,
    Note: cards.note,
    Recall: cards.recall,
    ShownItem: cards.recall,
    Verdict: cards.verdict,
}
"""`Frames`, tables and stories, which are made for display, show themselves."""


def card(thing: object) -> Card:
    """The card of a record.

    Raises:
        BadInput: it has none.
    """
    for kind in type(thing).__mro__:
        if kind in CARDS:
            return CARDS[kind](thing)
    known = ", ".join(sorted(one.__name__ for one in CARDS))
    raise BadInput(f"a {type(thing).__name__} has no card: give one of {known}")


def as_html(thing: object) -> str:
    """The card of a record as HTML, for any page."""
    return card(thing).html()


def short(thing: object) -> str:
    """A record in one line.

    >>> short(Note(id="n1", text="Use tabs.", session=1, date="2026-01-05", author="ops",
    ...            about="ledger"))
    'note n1, 2026-01-05, ops: Use tabs.'
    """
    return card(thing).line


def register(shell: Any = None) -> bool:
    """Show records as cards in this IPython session; False outside one.

    Args:
        shell: An `InteractiveShell`; by default the running one.
    """
    if shell is None:
        try:
            from IPython.core.getipython import get_ipython
        except ImportError:  # only notebooks need it
            return False
        shell = get_ipython()
    if shell is None:
        return False
    formatters = shell.display_formatter.formatters
    for kind in CARDS:
        formatters["text/html"].for_type(kind, as_html)
        formatters["text/plain"].for_type(kind, _pretty)
    return True


def _pretty(thing: object, printer: Any, cycle: bool) -> None:
    printer.text(short(thing))
