"""One table for the screen, the paper and the README: HTML, LaTeX (booktabs) and Markdown."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import Any

import pandas as pd

from dreambench_lib.report import escape as text
from dreambench_lib.report.columns import rows
from dreambench_lib.report.places import output
from dreambench_lib.report.words import exact


@dataclass(frozen=True, eq=False)
class Table:
    """A data frame as readers see it; its cells are formatted once, the same for every medium."""

    frame: pd.DataFrame
    caption: str = ""
    formats: dict[str, str] = field(default_factory=dict)
    """Column -> format specification of its numbers, e.g. ``{"rate": ".2f"}``."""
    missing: str = "–"
    """What stands where there is no value, e.g. ``not published``."""

    @property
    def names(self) -> list[str]:
        return [str(name) for name in self.frame.columns]

    @property
    def cells(self) -> list[list[str]]:
        """Every cell as text."""
        return [[self._text(name, row[name]) for name in self.names] for row in rows(self.frame)]

    @property
    def numeric(self) -> list[bool]:
        """Per column: whether it is set flush right."""
        return [
            all(_is_number(value) for value in self.frame[name]) and len(self.frame) > 0
            for name in self.frame.columns
        ]

    def latex(self) -> str:
        """A ``tabular`` with booktabs rules; the document gives it its float and caption."""
        align = "".join("r" if right else "l" for right in self.numeric)
        lines = [_latex_row(self.names), r"\midrule", *map(_latex_row, self.cells)]
        head = [rf"\begin{{tabular}}{{{align}}}", r"\toprule"]
        return "\n".join([*head, *lines, r"\bottomrule", r"\end{tabular}", ""])

    def markdown(self) -> str:
        """A pipe table, with the caption beneath."""
        rule = ["--:" if right else ":--" for right in self.numeric]
        body = [[text.markdown(cell) for cell in row] for row in [self.names, *self.cells]]
        lines = [f"| {' | '.join(row)} |" for row in [body[0], rule, *body[1:]]]
        return "\n".join([*lines, *(["", self.caption] if self.caption else []), ""])

    def save(self, name: str) -> Table:
        """Write ``paper/tables/NAME.tex`` and ``.md``."""
        folder = output("paper", "tables")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.tex").write_text(self.latex(), encoding="utf-8")
        (folder / f"{name}.md").write_text(self.markdown(), encoding="utf-8")
        return self

    def _repr_html_(self) -> str:
        def line(cells: list[str], tag: str) -> str:
            parts = zip(cells, self.numeric, strict=True)
            style = {True: ' style="text-align:right"', False: ' style="text-align:left"'}
            inner = "".join(f"<{tag}{style[n]}>{escape(cell)}</{tag}>" for cell, n in parts)
            return f"<tr>{inner}</tr>"

        body = "".join(line(row, "td") for row in self.cells)
        caption = (
            f'<caption style="{_CAPTION}">{escape(self.caption)}</caption>' if self.caption else ""
        )
        head = line(self.names, "th")
        return f"<table>{caption}<thead>{head}</thead><tbody>{body}</tbody></table>"

    def __repr__(self) -> str:
        return self.markdown()

    def _text(self, name: str, value: Any) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, list | tuple):
            return ", ".join(map(str, value))
        if value is None or value is pd.NA or value != value:
            return self.missing
        if isinstance(value, bool) or type(value).__name__ == "bool_":
            return "yes" if value else "no"
        if isinstance(value, Fraction):
            return exact(value)
        return format(value, self.formats.get(name, _default(value)))


def table(frame: pd.DataFrame, caption: str = "", missing: str = "–", **formats: str) -> Table:
    """A `Table`; number formats by column name.

    >>> table(pd.DataFrame({"condition": ["B5"], "rate": [0.494]}), rate=".2f")
    | condition | rate |
    | :-- | --: |
    | B5 | 0.49 |
    <BLANKLINE>
    """
    return Table(frame, caption, formats, missing)


_CAPTION = "caption-side:bottom;text-align:left"
"""Inline, since a notebook's front end has its own idea of captions."""


def _latex_row(cells: list[str]) -> str:
    return " & ".join(map(text.latex, cells)) + r" \\"


def _is_number(value: Any) -> bool:
    return value is pd.NA or (not isinstance(value, str | bool | list | tuple | Fraction))


def _default(value: Any) -> str:
    return ".3f" if isinstance(value, float) else ",d"
