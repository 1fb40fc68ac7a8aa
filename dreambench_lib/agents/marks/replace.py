"""Mark replace: one value is named as taking another's place."""

from __future__ import annotations

from collections.abc import Iterable

from .places import AFTER_GAP, BEFORE_GAP, CLOSE, OPEN, compiled, find_places, marked, one_of

BE = r"(?:is|are|was|were|has\s+been|have\s+been|had\s+been|will\s+be|becomes|became|be)"
SOFT = r"(?:\s+(?:now|hereby|therefore|also|officially|finally|already|thereby|being|to\s+be))?"
_WILL = r"(?:will\s+|now\s+|has\s+|have\s+|shall\s+|to\s+)?"
REPLACE_BEFORE: tuple[str, ...] = (
    rf"{_WILL}(?:replaces|replace|replaced|replacing|supersedes|supersede|superseded|superseding)",
    r"(?:instead\s+of|in\s+place\s+of|in\s+lieu\s+of|rather\s+than)",
    r"takes?\s+(?:the\s+)?(?:place|role)\s+of",
    r"took\s+(?:the\s+)?place\s+of",
)
"""What precedes an *old* value: ``{new} replaces {old}``, ``{new} instead of {old}``."""

REPLACE_AFTER: tuple[str, ...] = (
    rf"{BE}{SOFT}\s+(?:replaced|superseded|succeeded|changed|swapped)\s+(?:by|with|to|for)",
    r"(?:gives|gave|makes|made)\s+(?:way|room)\s+(?:to|for)",
    rf"{_WILL}(?:becomes|become|became|turns\s+into)",
)
"""What follows an *old* value: ``{old} is replaced by {new}``, ``{old} gives way to {new}``."""

REPLACE_FROM_TO: tuple[str, str] = (r"from", r"(?:\s+[\w'’-]+)?\s+to\s+(?:the\s+)?(?:\w+\s+)?")
"""What stands right before the old value and between it and the new one: ``from CL-1 to CL-2``."""


_REPLACES_BEFORE = compiled(rf"\b{one_of(REPLACE_BEFORE)}(?P<gap>{BEFORE_GAP})$")
_REPLACES_AFTER = compiled(rf"(?P<gap>{AFTER_GAP}){one_of(REPLACE_AFTER)}\b")
_FROM = compiled(rf"\b{REPLACE_FROM_TO[0]}\s+{OPEN}$")
_TO = compiled(rf"{CLOSE}{REPLACE_FROM_TO[1]}{OPEN}")


def replaced_values(statement: str, values: Iterable[str]) -> set[str]:
    """The `values` that `statement` names as the old one of a replacement.

    >>> replaced_values("We go from CL-1 to CL-2.", ["CL-1", "CL-2"])
    {'CL-1'}
    """
    places = find_places(statement, values)
    out = set()
    for place in places:
        others = {other.value for other in places} - {place.value}
        if marked(statement, place, others, _REPLACES_BEFORE, _REPLACES_AFTER):
            out.add(place.value)
        elif _FROM.search(statement[: place.start]):
            if any(_TO.fullmatch(statement, place.end, new.start) for new in places):
                out.add(place.value)
    return out
