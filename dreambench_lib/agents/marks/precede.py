"""Mark precede: two author roles are named and one of them wins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .places import compiled, find_places, whole

_WINS = (
    r"(?:wins|win|decides|decide|is\s+right|are\s+right|counts|count|prevails|prevail|holds|applies"
    r"|takes\s+precedence|take\s+precedence|has\s+the\s+last\s+word|have\s+the\s+last\s+word"
    r"|goes\s+first|comes\s+first|governs|rules)"
)
_SAY = r"(?:['’]s?)?(?:\s+(?:team|people|side|word|rule|figure|answer|number|note|text))?"
PRECEDE: tuple[str, ...] = (
    r"{a}{say}\s+and\s+(?:the\s+)?{b}{say}\s+(?:\w+\s+)?(?:differ|disagree|conflict|contradict"
    r"|say\s+different|do\s+not\s+agree|don['’]t\s+agree)[^.]{{0,40}},?\s+(?:then\s+)?"
    r"(?:it\s+is\s+)?(?:the\s+)?{w}{say}\s+(?:that\s+|who\s+|which\s+)?{wins}",
    r"{w}{say}\s+(?:always\s+)?(?:outranks|outrank|overrules|overrule|overrides|override|trumps"
    r"|beats|takes\s+precedence\s+over|take\s+precedence\s+over|takes\s+priority\s+over"
    r"|prevails\s+over|wins\s+over|wins\s+against|goes\s+before|comes\s+before|stands\s+above"
    r"|over)\s+(?:the\s+|that\s+of\s+(?:the\s+)?)?{l}",
    r"\b(?:follow|trust|believe|listen\s+to|go\s+by|go\s+with|take)\s+(?:the\s+)?{w}{say},?\s+"
    r"(?:and\s+)?(?:not|over|rather\s+than|before)\s+(?:the\s+)?{l}",
    r"{w}{say}\s+counts?\s+(?:for\s+)?more\s+than\s+(?:the\s+|that\s+of\s+(?:the\s+)?)?{l}",
)
"""``where A and B differ, A wins``; ``A outranks B``; ``A over B``; ``trust A, not B``."""


class Ranking(NamedTuple):
    """Of two author roles, who is to be believed."""

    winner: str
    loser: str


_W, _L = "\x01w\x02", "\x01l\x02"
_PRECEDES = tuple(
    compiled(pattern.format(a=a, b=b, w=_W, l=_L, say=_SAY, wins=_WINS))
    for pattern in PRECEDE
    for a, b in ((_W, _L), (_L, _W))
)


def ranking(statement: str, roles: Iterable[str]) -> Ranking | None:
    """Which of two of the `roles` the statement puts above the other.

    >>> ranking("Where support and the carrier differ, support wins.", ["carrier", "support"])
    Ranking(winner='support', loser='carrier')
    """
    here = sorted({place.value for place in find_places(statement, roles)})
    for winner in here:
        for loser in here:
            if winner == loser:
                continue
            named = whole(loser).sub(_L, whole(winner).sub(_W, statement))
            if any(pattern.search(named) for pattern in _PRECEDES):
                return Ranking(winner, loser)
    return None
