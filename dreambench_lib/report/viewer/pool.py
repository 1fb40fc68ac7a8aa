"""Texts kept once: cells of one trap share most of their lines, and a page need not repeat them."""

from __future__ import annotations

from typing import Any

INDENT = "  "


class Pool:
    """Values by number, each kept once; equal values get equal numbers."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[str, int] = {}

    def add(self, value: Any) -> int:
        """The number of a JSON value; equal ones have their keys in one order."""
        name = repr(value)
        number = self._numbers.setdefault(name, len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number


class Texts:
    """Texts as lists of line numbers.

    Contexts are what memories returned, two blanks further in: such a line is the line's number
    below zero, so that both share it.
    """

    def __init__(self) -> None:
        self.lines, self.texts = Pool(), Pool()
        self._seen: dict[str, int] = {}

    def add(self, text: str) -> int:
        """The number of a text; `read` gives it back unchanged."""
        if text not in self._seen:
            self._seen[text] = self.texts.add([self._line(line) for line in text.split("\n")])
        return self._seen[text]

    def _line(self, line: str) -> int:
        if line.startswith(INDENT):
            return -1 - self.lines.add(line.removeprefix(INDENT))
        return self.lines.add(line)

    def read(self, number: int) -> str:
        """The text of a number.

        >>> texts = Texts()
        >>> texts.read(texts.add("a\\n  a\\n\\n")), texts.lines.values
        ('a\\n  a\\n\\n', ['a', ''])
        """
        lines = self.lines.values
        return "\n".join(
            lines[line] if line >= 0 else INDENT + lines[-1 - line]
            for line in self.texts.values[number]
        )
