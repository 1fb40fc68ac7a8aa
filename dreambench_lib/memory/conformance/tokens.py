"""The sixty tokens of the round trip: what must come back byte for byte.

Look-alikes of the ASCII hyphen stand in one and the same token, so that a memory that folds any
two of them is seen.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

_HYPHENS = (
    "-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2015", "\u2212", "\ufe58",
    "\ufe63", "\uff0d", "\u00ad", "\u02d7", "\u2043", "\u30fc",
)  # fmt: skip
_LETTERS = (
    "caf\u00e9", "cafe\u0301", "\u00c5-1", "\u212b-1", "\ufb01le", "stra\u00dfe", "STRASSE",
    "\u0130stanbul", "\u0131rmak", "\u6771\u4eac-9", "\u0645\u0641\u062a\u0627\u062d",
    "\u05d0\u200f1",
    "\U0001d400\U0001d401", "\U0001f469\u200d\U0001f4bb", "\U0001f1e9\U0001f1ea",
    "\U0001f44d\U0001f3fd",
)  # fmt: skip
_SPACES = (
    "a b", "a  b", "a\tb", "a\u00a0b", "a\u2009b", "a\u200bb", "a\ufeffb", "a\nb", "a\r\nb",
    "a\n\n\nb", "a\u2028b",
)  # fmt: skip
_QUOTES = ("it's", '"q"', "`q`", "\u2018q\u2019", "\u201cq\u201d", "\u00abq\u00bb", "'''\"\"\"")
_CODE = (
    "C:\\new\\table", "\\u0041", '{"k": [1, null]}', "<b>&amp;</b>", "%s {0} ${X}",
    "'; DROP TABLE notes; --", "^\\d+\\.$", "007", "AbCdEf", "abcdef",
)  # fmt: skip
LONG = "".join(f"{number:08x}-" for number in range(0x5EED, 0x5EED + 1138))[:10_240]
"""10 kB without a space."""

TOKENS = (*(f"QX{dash}8fK2a{dash}113" for dash in _HYPHENS), *_LETTERS, *_SPACES,
          *_QUOTES, *_CODE, LONG)  # fmt: skip


class Framed(NamedTuple):
    """A token with its label, as it stands in a note."""

    label: str
    token: str

    @property
    def text(self) -> str:
        return f"{self.label}={self.token}={self.label}"


FRAMED = tuple(Framed(f"T{place:02d}", token) for place, token in enumerate(TOKENS, start=1))


def change(framed: Framed, text: str) -> str:
    """How a token stands in `text`: empty where it is there byte for byte, ``lost`` where no trace
    of it is, else the first difference in words.

    >>> change(FRAMED[1], "it is T02=QX-8fK2a-113=T02")
    'U+2010 HYPHEN came back as U+002D HYPHEN-MINUS'
    """
    if framed.text in text:
        return ""
    _, start, rest = text.partition(f"{framed.label}=")
    if not start:
        return "lost"
    back, end, _ = rest.partition(f"={framed.label}")
    if not end:
        return f"cut after {len(back.split()[0]) if back.split() else 0} characters"
    for given, got in zip(framed.token, back, strict=False):
        if given != got:
            return f"{_named(given)} came back as {_named(got)}"
    longer = len(back) - len(framed.token)
    return f"came back with {abs(longer)} characters {'more' if longer > 0 else 'fewer'}"


def _named(character: str) -> str:
    name = unicodedata.name(character, "a control character")
    return f"U+{ord(character):04X} {name}"
