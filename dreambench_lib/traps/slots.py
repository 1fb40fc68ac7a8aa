"""Slots: how a hidden value looks (a form's grammar) or which named ways it can take.

A form is literal text with atoms ``{nC}``: `n` characters of class `C` (A letters and digits,
L lower, U upper, D digit, H lower hexadecimal), e.g. ``CL-{5A}-{3D}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import log2

from ..records import Record

CLASSES = {
    "A": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    "L": "abcdefghijklmnopqrstuvwxyz",
    "U": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "D": "0123456789",
    "H": "0123456789abcdef",
}
_PATTERNS = {"A": "[A-Za-z0-9]", "L": "[a-z]", "U": "[A-Z]", "D": "[0-9]", "H": "[0-9a-f]"}
_ATOM = re.compile(r"\{(\d+)([A-Z])\}")
_NAME = re.compile(r"\{\{([^{}]+)\}\}")


class Slot(Record):
    """What a reader may know of a slot: its grammar, cue words and default, never its value."""

    name: str
    form: str | None = None
    ways: tuple[str, ...] = ()
    wordings: dict[str, tuple[str, ...]] = {}
    """For each way, the wordings that state it."""
    cues: tuple[str, ...]
    default: str
    """What a competent engineer without memory would write."""

    def candidates(self, text: str) -> list[str]:
        """The values or ways that `text` states, in order of appearance, repeats kept."""
        if self.form is not None:
            return form_regex(self.form).findall(text)
        found = [
            (match.start(), way)
            for way in self.ways
            for wording in self.wordings.get(way, (way,))
            for match in word_regex(wording).finditer(text)
        ]
        return [way for _, way in sorted(found)]

    def cued(self, text: str) -> int:
        """How many of the slot's cues stand in `text` (case ignored, whole words)."""
        return _cued(self.cues, text)


@lru_cache(maxsize=16_384)
def _cued(cues: tuple[str, ...], text: str) -> int:
    return sum(bool(word_regex(cue).search(text)) for cue in cues)


@lru_cache(maxsize=4096)
def word_regex(phrase: str) -> re.Pattern[str]:
    """`phrase` as whole words, any case, any run of white space between them."""
    body = r"\s+".join(re.escape(word) for word in phrase.split())
    return re.compile(rf"(?<!\w){body}(?!\w)", re.IGNORECASE)


@lru_cache(maxsize=1024)
def form_regex(form: str) -> re.Pattern[str]:
    """Matches whole values of `form`, not parts of longer ones."""
    out, end = [], 0
    for atom in _ATOM.finditer(form):
        out.append(re.escape(form[end : atom.start()]))
        out.append(f"{_PATTERNS[atom[2]]}{{{atom[1]}}}")
        end = atom.end()
    out.append(re.escape(form[end:]))
    return re.compile(rf"(?<![A-Za-z0-9]){''.join(out)}(?![A-Za-z0-9])")


def bits(form: str) -> float:
    """Entropy of a value of `form`, in bits.

    >>> round(bits("CL-{5A}-{3D}"))
    40
    """
    return sum(int(atom[1]) * log2(len(CLASSES[atom[2]])) for atom in _ATOM.finditer(form))


def mint_value(form: str, below: Callable[[int], int]) -> str:
    """A fresh value; `below(n)` draws uniformly from 0 … n−1."""

    def draw(atom: re.Match[str]) -> str:
        letters = CLASSES[atom[2]]
        return "".join(letters[below(len(letters))] for _ in range(int(atom[1])))

    return _ATOM.sub(draw, form)


def render(text: str, values: Mapping[str, str]) -> str:
    """`text` with each ``{{name}}`` replaced; KeyError names a missing one."""
    return _NAME.sub(lambda match: values[match[1].strip()], text)


def names_in(text: str) -> list[str]:
    """The ``{{name}}`` placeholders of `text`, in order."""
    return [match.strip() for match in _NAME.findall(text)]
