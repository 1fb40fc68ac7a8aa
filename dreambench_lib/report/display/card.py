"""The two shapes that everything is shown in: a card of facts, and a table beneath it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dreambench_lib.report.visible import html, plain

LONG = 160


@dataclass(frozen=True)
class Card:
    """A thing in a line, in some facts and, where it has parts, in a table."""

    line: str
    """Short: what a plain console shows."""
    facts: Mapping[str, object]
    """Those that are empty are left out."""
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[object]] = field(default=())

    def html(self) -> str:
        """The card; everything in it is escaped."""
        facts = "".join(
            f'<tr><th style="{_LEFT}">{html(name)}</th><td style="{_LEFT}">{html(value)}</td></tr>'
            for name, value in self.facts.items()
            if value not in ("", None)
        )
        head = f"<p><strong>{html(self.line)}</strong></p>"
        return f'{head}<table class="facts"><tbody>{facts}</tbody></table>{self._table()}'

    def _table(self) -> str:
        if not self.rows:
            return ""
        head = _row("th", self.columns)
        body = "".join(_row("td", row) for row in self.rows)
        return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"


_LEFT = "text-align:left;vertical-align:top"


def _row(tag: str, cells: Iterable[object]) -> str:
    inner = "".join(f'<{tag} style="{_LEFT}">{html(cell)}</{tag}>' for cell in cells)
    return f"<tr>{inner}</tr>"


def cut(text: str, most: int = LONG) -> str:
    """`text` on one line, cut where it is long.

    >>> cut("one  two", 5)
    'one …'
    """
    line = plain(" ".join(text.split()))
    return line if len(line) <= most else line[: most - 1] + "…"
