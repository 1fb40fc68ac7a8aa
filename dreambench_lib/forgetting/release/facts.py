"""What a criterion is about: the fact it quotes, its polarity, and what it forbids.

The release writes criteria as yes/no questions around a quoted fact. The forms were read off its
own wording; a criterion that fits none of them has no fact, and the linter lists it.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Polarity = Literal["show", "avoid"]
Forbids = Literal["mention", "use", "unstated"]

_FORMS = tuple(
    re.compile(form)
    for form in (
        r"(?P<one>\b(?:OVER|UNDER|WITHIN) BUDGET|\b(?:NOT )?MET\b)",
        r"\((?P<one>\$?[\d,.]*\d(?: steps)?)\) compared to .*\((?P<two>\$?[\d,.]*\d(?: steps)?)\)",
        r"avoid recommending (?P<one>.+) \(which the user dislikes\)\?$",
        r"preference for (?P<one>.+)\?$",
        r"^[^':]*: ?(?P<one>.+)\?$",
        r"(?:^|[\s(])'(?P<one>.+)'(?=[\s?,.)]|$)",
        r"\binclude (?P<one>.+) in the (?:current )?task list\?$",
        r"\binclude (?P<one>.+) \(past event\)\?$",
        r"\blist (?P<one>.+) as a future event with the date (?P<two>[\d-]+)\?$",
        r"\bthat the (?P<one>.+?) had the (?:most|least)\b",
        r"\b(?:amount|count|goal) of (?P<one>\$?[\d,.]*\d(?: steps)?)",
        r"\bbudget in (?P<one>\d+ \w+)\?$",
        r"\b(?:mention|include) the (?P<one>\$[\d,.]*\d)",
    )
)
_MARKED = re.compile(r"(?:'|: ?)$")
_AVOID = re.compile(r"\bavoid(?:s|ed|ing)?\b", re.IGNORECASE)
_MENTION = re.compile(r"\bmention(?:ed|s)?\b", re.IGNORECASE)
_USE = re.compile(
    r"\blisted as\b|\bshown as\b|\btask list\b|\brecommend|\bas an? (?:current|upcoming)\b",
    re.IGNORECASE,
)


class Reading(NamedTuple):
    """What the wording of a criterion says."""

    fact: str | None
    parts: tuple[str, ...]
    """What has to occur, part by part; empty without a fact."""
    polarity: Polarity
    """`avoid`: a yes means that the fact is kept out (``avoid recommending X``)."""
    forbids: Forbids
    """For a forgetting criterion: whether bare mention is forbidden, or only use as current."""
    quoted: bool
    """Whether quotes or a colon set the fact off; else only the sentence's form does."""


def read(text: str, lists: frozenset[tuple[str, ...]] = frozenset()) -> Reading:
    """Read one criterion; a fact that equals one of the evidence's `lists`, joined, has its parts.

    >>> read("Is 'Call parents' listed as a remaining todo item?").fact
    'Call parents'
    >>> read("Does the response avoid recommending Rio (which the user dislikes)?").polarity
    'avoid'
    >>> read("Is it good?").fact is None
    True
    """
    found = next((hit for form in _FORMS if (hit := form.search(text))), None)
    if found is None:
        return Reading(None, (), _polarity(text), forbids(text), False)
    parts = tuple(part.strip() for part in found.groupdict().values() if part)
    fact = " / ".join(parts)
    frame = text.replace(found["one"], " ")
    quoted = bool(_MARKED.search(text[: found.start("one")]))
    if len(parts) == 1:
        parts = next((known for known in lists if ", ".join(known) == fact), parts)
    return Reading(fact, parts, _polarity(frame), forbids(frame), quoted)


def forbids(frame: str) -> Forbids:
    """Mention if the wording says so, use if it speaks of listing or recommending, else unstated.

    `frame` is the criterion without its fact: what a fact says is not the criterion's wording.
    """
    if _MENTION.search(frame):
        return "mention"
    return "use" if _USE.search(frame) else "unstated"


def _polarity(frame: str) -> Polarity:
    return "avoid" if _AVOID.search(frame) else "show"
