"""Whether a fact literally occurs in a text, after both are brought to one plain form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?:\D|$))")
_CENTS = re.compile(r"(?<=\d)\.0+(?=\D|$)")
_APOSTROPHES = re.compile("['\u2018\u2019\u02bc]")
_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_OTHER = re.compile(r"[^\w\x00]+")


def normal(text: str) -> str:
    """Lower case, no accents folded away, no punctuation; numbers without separators.

    >>> normal("It's $1,150,000.00 (final)!")
    'its 1150000 final'
    >>> normal("3.5 km; trail-running")
    '3.5 km trail running'
    """
    text = unicodedata.normalize("NFKC", text).casefold()
    text = _CENTS.sub("", _THOUSANDS.sub("", _APOSTROPHES.sub("", text)))
    return _OTHER.sub(" ", _POINT.sub("\x00", text)).replace("\x00", ".").strip()


def occurs(parts: Iterable[str], plain: str) -> bool:
    """Whether every part stands in `plain` (a `normal` text), as whole words.

    >>> occurs(["deep house"], normal("Deep House, please"))
    True
    >>> occurs(["house"], normal("houses"))
    False
    """
    padded = f" {plain} "
    wanted = [normal(part) for part in parts]
    return bool(wanted) and all(part and f" {part} " in padded for part in wanted)
