"""Finding the literals of a note: values, numbers, files, symbols, dates, and notices' numbers.

A note is *masked*: each literal becomes ``⟦i⟧``, so that the rules for sentences see English only.
"""

from __future__ import annotations

import calendar
import re
from typing import Literal, NamedTuple

Kind = Literal["id", "value", "number", "file", "symbol", "date"]

_MONTH = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_DATE = re.compile(
    rf"(\d{{4}}-\d\d-\d\d)|(\d{{1,2}})(?:st|nd|rd|th)? ({'|'.join(_MONTH)}),? (\d{{4}})", re.I
)
_NOUN = (
    r"(?:notices?|bulletins?|circulars?|memos?|memorand(?:um|a)|advisor(?:y|ies)|directives?"
    r"|tickets?|incidents?|issues?|cases?|requests?|rulings?|decisions?|rfcs?|adrs?|refs?\.?"
    r"|reports?|alerts?|findings?|polic(?:y|ies)|instructions?|amendments?|addend(?:um|a)"
    r"|announcements?|post-?mortems?|hotfix(?:es)?|defects?|bugs?|prs?|orders?|mails?)"
)
_ID = re.compile(
    rf"\b{_NOUN}\s+(?:no\.?\s*|number\s+|nr\.?\s*|id\s+)?[`\"'#(]*"
    r"(?P<id>(?=[\w/-]*\d)[A-Za-z0-9](?:[\w/-]*\w)?)",
    re.I,
)
_BEHIND = re.compile(rf"\b{_NOUN}\s+(?:no\.?\s*|number\s+|nr\.?\s*|id\s+)?[#(]*$", re.I)
_TICKET = re.compile(r"[A-Z]{2,8}-?\d{1,6}")
_FILE = re.compile(
    r"(?:[\w.-]+/)+[\w.-]*\w"
    r"|[\w-]+\.(?:py|md|txt|toml|json|ya?ml|cfg|ini|csv|tsv|js|ts|go|rs|java|c|h|sh|rst|html?|sql"
    r"|xml|tmpl|j2|lock)\b"
)
_SYMBOL = re.compile(r"[A-Za-z_]\w*\(\)|[a-z]+(?:_[a-z0-9]+)+|(?:[A-Z][a-z0-9]+){2,}")
_TOKEN = re.compile(
    r"`(?P<tick>[^`\n]+)`|[\"“](?P<quote>[^\"”\n]{1,80})[\"”]"
    r"|(?<!\w)'(?P<single>[^'\n]{1,80})'(?!\w)"
    rf"|(?P<file>{_FILE.pattern})|(?P<symbol>{_SYMBOL.pattern})"
    r"|(?P<bare>[A-Za-z0-9]+(?:[-_.:/#+@][A-Za-z0-9]+)*%?)"
)
_CODE = re.compile(r"[A-Z0-9]+(?:[-_][A-Z0-9]+)+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*%?")
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?")


class Found(NamedTuple):
    """A literal as the rules see it."""

    text: str
    kind: Kind


class Masked(NamedTuple):
    """A note's text with its literals taken out, sentence by sentence."""

    sentences: tuple[str, ...]
    found: tuple[Found, ...]


def shape(text: str) -> str:
    """The form of a literal: lengths of its runs and what joins them.

    >>> shape("QX-8fK2a-113"), shape("45"), shape("END OF DATA")
    ('2-5-3', 'number', 'words')
    """
    if _NUMBER.fullmatch(text):
        return "number"
    if re.search(r"\s", text):
        return "words"
    return re.sub(r"[A-Za-z0-9]+", lambda run: str(len(run[0])), text)


def mask(text: str) -> Masked:
    """Take the literals out and cut the rest into sentences.

    >>> mask("Notice N-204: print QX-8fK2a-113, see src/footer.py. Thanks!").sentences
    ('Notice ⟦0⟧: print ⟦1⟧, see ⟦2⟧.', 'Thanks!')
    """
    text = text.replace("⟦", "(").replace("⟧", ")")
    ids = {match["id"].upper() for match in _ID.finditer(text) if not _DATE.match(match["id"])}
    found: list[Found] = []

    def put(match: re.Match[str]) -> str:
        literal = _classify(match, ids)
        if literal is None:
            return match[0]
        found.append(literal)
        return f"⟦{len(found) - 1}⟧"

    def put_date(match: re.Match[str]) -> str:
        iso = match[1] or f"{match[4]}-{_MONTH[match[3].lower()]:02}-{int(match[2]):02}"
        found.append(Found(iso, "date"))
        return f"⟦{len(found) - 1}⟧"

    # Literals in two passes: a date would otherwise fall apart into numbers.
    dated = _DATE.sub(put_date, text)
    parts = re.split(r"(⟦\d+⟧)", dated)
    masked = "".join(part if part[:1] == "⟦" else _TOKEN.sub(put, part) for part in parts)
    if (first := re.match(r"\W*⟦(\d+)⟧\s?[:)\]]", masked)) and _is_ticket(found[int(first[1])]):
        found[int(first[1])] = Found(found[int(first[1])].text.upper(), "id")
    cut = re.split(r"(?<=[.!?])\s+|(?<=[.!?]\))\s+|\s*\n+\s*|;\s+", masked)
    return Masked(tuple(part.strip() for part in cut if part.strip()), tuple(found))


def is_ticket_form(text: str) -> bool:
    """Whether a bare token looks like a ticket's number, e.g. ``INC-31``."""
    return bool(_TICKET.fullmatch(text))


def _is_ticket(literal: Found) -> bool:
    return literal.kind == "value" and any(map(str.isdigit, literal.text))


def _classify(match: re.Match[str], ids: set[str]) -> Found | None:
    quoted = match["tick"] or match["quote"] or match["single"]
    text = quoted or match[0]
    if (name := text.upper().lstrip("#")) in ids:
        # A bare number is a notice's number only where it stands behind the word.
        ahead = match.string[max(0, match.start() - 30) : match.start()]
        if not name.isdigit() or _BEHIND.search(ahead):
            return Found(name, "id")
    if match["file"] or (quoted and _FILE.fullmatch(quoted)):
        return Found(text, "file")
    if match["symbol"] or (quoted and _SYMBOL.fullmatch(quoted)):
        return Found(text.removesuffix("()"), "symbol")
    if _NUMBER.fullmatch(text):
        return Found(text, "number")
    if quoted:
        return Found(text, "value")
    mixed = any(map(str.isdigit, text)) and any(map(str.isalpha, text))
    ordinal = re.fullmatch(r"\d+(?:st|nd|rd|th|s|ms|x|k|am|pm|h|min)", text, re.I)
    if _CLOCK.fullmatch(text) or ordinal or not (mixed or _CODE.fullmatch(text)):
        return None
    return Found(text, "value")
