"""Sentences made from values, so that prose in a notebook cannot go stale."""

from __future__ import annotations

import re


class Prose(str):
    """Markdown text that a notebook shows as text."""

    __slots__ = ()

    def _repr_markdown_(self) -> str:
        return str(self)

    def plain(self) -> list[str]:
        """The lines without Markdown's marks, for records and the paper."""
        lines = [line.removeprefix("- ") for line in self.splitlines() if line]
        return [re.sub(r"[*`]", "", line) for line in lines]

    def __repr__(self) -> str:
        return str(self)


def say(*sentences: str) -> Prose:
    """The sentences as one paragraph.

    >>> say("One.", "Two.")
    One. Two.
    """
    return Prose(" ".join(sentence for sentence in sentences if sentence))
