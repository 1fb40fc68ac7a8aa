"""Mark strike: a value is named as no longer in force."""

from __future__ import annotations

from collections.abc import Iterable

from .places import AFTER_GAP, BEFORE_GAP, CLOSE, OPEN, compiled, find_places, marked, one_of
from .replace import BE, SOFT, replaced_values

_STRUCK = (
    r"(?:withdrawn|void|voided|retired|cancelled|canceled|revoked|obsolete|dropped|abandoned"
    r"|scrapped|rescinded|invalid|dead|gone|off\s+the\s+table|out\s+of\s+(?:use|force|date)"
    r"|(?:a\s+mistake|a\s+misprint|an\s+error|wrong|not\s+needed|not\s+to\s+be\s+used)"
    r"|no\s+longer\s+(?:\w+\s+)?(?:valid|used|in\s+use|in\s+force|accepted|current|needed|sent"
    r"|supported|right|wanted|read|recognised|recognized))"
)
STRIKE_AFTER: tuple[str, ...] = (
    rf"{BE}{SOFT}\s+{_STRUCK}",
    r"(?:no\s+longer\s+(?:applies|apply|counts|count|holds|works|stands))",
    r"(?:does|do)\s+not\s+apply\s+(?:any\s*more|any\s+longer)",
    r"(?:must|should|may|can)\s+(?:not|no\s+longer)\s+(?:be\s+used|be\s+sent|appear)",
    r"(?:made|makes)\s+no\s+difference",
    r"(?:has|had)\s+no\s+effect",
)
"""What follows a value it strikes: ``{value} … is withdrawn``.

Between value and phrase: at most two words, then at most one clause in commas or parentheses.
"""

STRIKE_BEFORE: tuple[str, ...] = (
    r"(?:please\s+)?stop\s+(?:using|sending|writing|printing|setting|adding)",
    r"(?:do\s+not|don['’]t|never|no\s+longer|not)\s+(?:use|send|write|print|set|add|accept|accepts)",
    r"(?:drop|drops|withdraw|withdraws|withdrew|retire|retires|cancel|cancels|revoke|revokes)",
    r"(?:forget|forget\s+about|disregard|ignore|abandon|scrap|rescind|take\s+back|took\s+back)",
    r"(?:we\s+)?(?:have\s+|has\s+)?(?:withdrawn|dropped|retired|cancelled|revoked|abandoned)",
    r"no\s+more",
)
"""What precedes a value it strikes: ``stop using … {value}``.

Between phrase and value: at most four words, none of them ``and``, ``but``, ``or``,
``for``, ``by``, ``with``.
"""

STRIKE_DIRECT: tuple[str, ...] = (
    r"(?:do|does|must|should|may|can|shall)\s+not|don['’]t|never|not|no\s+longer",
)
"""What strikes a value (or a way's wording) right behind it: ``CL-2, not CL-1``."""

STRIKE_AROUND: tuple[str, str] = (
    r"(?:treat|consider|regard|see)",
    r"(?:as\s+)?(?:now\s+)?(?:void|withdrawn|retired|cancelled|obsolete|invalid|gone|dead|struck)",
)
"""What stands right before and right behind a value: ``treat {value} as void``."""

# "Do not forget to send it" is no strike.
_STRIKES_BEFORE = compiled(
    rf"(?<!\bnot\s)(?<!n['’]t\s)(?<!never\s)\b{one_of(STRIKE_BEFORE)}(?P<gap>{BEFORE_GAP})$"
)
_STRIKES_AFTER = compiled(rf"(?P<gap>{AFTER_GAP}){one_of(STRIKE_AFTER)}\b")
_DIRECTLY = compiled(rf"\b{one_of(STRIKE_DIRECT)}\s+{OPEN}$")
_AROUND = (
    compiled(rf"\b{STRIKE_AROUND[0]}\s+{OPEN}$"),
    compiled(rf"{CLOSE}\s+{STRIKE_AROUND[1]}\b"),
)


def struck_values(statement: str, values: Iterable[str]) -> set[str]:
    """The `values` (texts as they stand) that `statement` strikes by name, or replaces.

    >>> sorted(struck_values("CL-2 replaces CL-1, CL-0 is void.", ["CL-0", "CL-1", "CL-2"]))
    ['CL-0', 'CL-1']
    """
    values = list(values)
    places = find_places(statement, values)
    struck = set()
    for place in places:
        others = {other.value for other in places} - {place.value}
        ahead = statement[: place.start]
        if (
            marked(statement, place, others, _STRIKES_BEFORE, _STRIKES_AFTER)
            or _DIRECTLY.search(ahead)
            or (_AROUND[0].search(ahead) and _AROUND[1].match(statement, place.end))
        ):
            struck.add(place.value)
    return struck | (replaced_values(statement, values) if places else set())
