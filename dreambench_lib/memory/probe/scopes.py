"""How far a sentence reaches: a part of the work, another repository, one time, until a date."""

from __future__ import annotations

import re
from typing import NamedTuple

from dreambench_lib.memory.probe.literals import Masked
from dreambench_lib.memory.probe.stems import stems

_PARTS = (
    r"(?:channels?|customers?|clients?|regions?|tenants?|environments?|modes?|formats?|feeds?"
    r"|profiles?|branch(?:es)?|countr(?:y|ies)|partners?|accounts?|lanes?|routes?|markets?|sites?"
    r"|variants?|tiers?|plans?|targets?|platforms?|audiences?|deployments?|shipments?|locales?)"
)
_ONLY = re.compile(
    r"\b(?:only|solely|exclusively|just|nowhere but|(?:limited|restricted|confined) to)\s+"
    r"(?:ever\s+)?(?:for|in|on|to|when|if|with|under|at|through|over|via)?\s*"
    r"(?:the\s+|our\s+)?(?P<part>[^,.;:()⟦]{2,60})"
    r"|\b(?:for|in|on|to|with|under)\s+(?:the\s+|our\s+)?(?P<part2>[^,.;:()⟦]{2,40}?)\s+"
    r"(?:only|alone|exclusively)\b",
    re.I,
)
_ONLY_STRICT = re.compile(
    r"\b(?:only|solely|exclusively|nowhere but|(?:limited|restricted|confined) to)\b|\balone\b"
    r"|\bjust (?:for|in|on|to)\b",
    re.I,
)
_PART = re.compile(
    rf"\b(?:for|on|in|under|via|through|over|to|with|by|from)\s+(?:the\s+|our\s+|any\s+)?"
    rf"(?P<part>(?:[\w'-]+\s+){{1,3}}?){_PARTS}\b",
    re.I,
)
# As the one that gets something: "the express channel gets"; nouns that name no property only.
_RECEIVER = re.compile(
    r"\b(?:the|our)\s+(?P<part>(?:[\w'-]+\s+){1,2}?)(?:channel|customer|client|region|tenant|feed"
    r"|environment|partner|lane|route|market|site|tier|platform)s?\b(?!')",
    re.I,
)
_EXCEPT = re.compile(
    r"\b(?:except|apart from|other than|excluding|save for|but not|not)\s+"
    r"(?:for|in|on|to|with|under)?\s*(?:the\s+|our\s+)?"
    rf"(?P<part>(?:[\w'-]+\s+){{1,3}}?){_PARTS}\b",
    re.I,
)
_HINT = re.compile(rf"\b(?:{_PARTS}|limited|restricted|confined|just|nowhere|alone|\w+ly)\b", re.I)
_ALL = re.compile(rf"\b(?:all|every|each|any|both)\s+(?:the\s+|of\s+the\s+)?{_PARTS}\b", re.I)
PART_NOUNS = frozenset(
    re.findall(
        r"\S+",
        """channel customer client region tenant environment mode format feed profile branch country
    partner account lane route market site variant tier plan target platform audience deployment
    shipment locale""",
    )
)
_REPO = re.compile(
    r"(?<!not )\b(?:in|for|on|at|to|from|inside|of)\s+(?:the\s+|our\s+|their\s+)?"
    r"(?:⟦(?P<mark>\d+)⟧|(?P<name>[A-Za-z][\w-]*))(?P<noun>\s+(?:repo|repository|codebase))?\b",
    re.I,
)
_SISTER = re.compile(
    r"(?<!not )\b(?:in|for|on|at|to|from|inside|of)\s+(?:the|a|an|our|their)?\s*"
    r"(?:another|other|sister|sibling|neighbou?ring|different)\s+"
    r"(?:repo|repository|project|codebase)\b",
    re.I,
)
_NO_NAME = frozenset(
    re.findall(
        r"\S+",
        """a all any both current each every git main monorepo my new next old other another our own
    private public same shared sibling sister this that the upstream whole your different
    neighbouring neighboring entire""",
    )
)
_ONCE = re.compile(
    r"\bone[- ](?:off|time|shot)\b|\bthis (?:once|time only|one time)\b|\bjust (?:this )?once\b"
    r"|\b(?:only|just|purely) (?:for )?(?:this|the (?:current|coming|next)|today's|tomorrow's)"
    r" (?:run|release|change|ticket|delivery|batch|week|sprint|shipment|session|upload)\b"
    r"|\bfor (?:this|the (?:current|coming|next)) "
    r"(?:run|release|change|ticket|delivery|batch|week|sprint|shipment|session|upload) only\b",
    re.I,
)
_UNTIL = re.compile(
    r"\b(?:until|till|through|up to|valid to|expir\w+ (?:on|at|after)?|ends? on|ending)\s+"
    r"(?:the end of\s+)?⟦(\d+)⟧",
    re.I,
)
_FILE_ONLY = re.compile(r"\bonly (?:in|to|for)\s+⟦(\d+)⟧|\b(?:in|to|for)\s+⟦(\d+)⟧ only\b", re.I)


class Reach(NamedTuple):
    """What a sentence says of its own reach; defaults say nothing."""

    scope: tuple[str, ...] = ()
    only: bool = False
    repo: str | None = None
    once: bool = False
    until: str | None = None
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()


def reach(sentence: str, note: Masked, project: str, known: frozenset[str]) -> Reach:
    """Read one masked sentence of a note about `project`; `known` are all projects heard of.

    >>> from dreambench_lib.memory.probe.literals import mask
    >>> note = mask("QX-1a-7 goes out only on the express channel.")
    >>> reach(note.sentences[0], note, "ledger", frozenset()).scope
    ('express',)
    """
    until = _UNTIL.search(sentence)
    pinned = [note.found[int(m[1] or m[2])] for m in _FILE_ONLY.finditer(sentence)]
    return Reach(
        scope=_scope(sentence),
        only=bool(_ONLY_STRICT.search(sentence)),
        repo=_repo(sentence, note, project, known),
        once=bool(_ONCE.search(sentence)),
        until=_date(note, until),
        files=tuple(sorted(f.text for f in pinned if f.kind == "file")),
        symbols=tuple(sorted(f.text for f in pinned if f.kind == "symbol")),
    )


def _scope(sentence: str) -> tuple[str, ...]:
    if _ONCE.search(sentence) or not _HINT.search(sentence):
        return ()
    excluded = {root for m in _EXCEPT.finditer(sentence) for root in _part(m["part"])}
    rest = _EXCEPT.sub(" ", sentence)
    if excluded:
        return tuple(sorted(f"!{root}" for root in excluded))
    if _ALL.search(rest):
        return ()
    named = {root for m in _PART.finditer(rest) for root in _part(m["part"])}
    named |= {root for m in _RECEIVER.finditer(rest) for root in _part(m["part"])}
    if not named:
        named = {root for m in _ONLY.finditer(rest) for root in _part(m["part"] or m["part2"])}
    return tuple(sorted(named)[:4])


def _part(phrase: str) -> tuple[str, ...]:
    roots = stems(phrase)
    return tuple(root for root in roots if root not in PART_NOUNS) or roots


def _repo(sentence: str, note: Masked, project: str, known: frozenset[str]) -> str | None:
    for match in _REPO.finditer(sentence):
        name = note.found[int(match["mark"])].text if match["mark"] else match["name"]
        if name == project or name.lower() in _NO_NAME:
            continue
        if match["noun"] or name in known:
            return name
    return "another repository" if _SISTER.search(sentence) else None


def _date(note: Masked, match: re.Match[str] | None) -> str | None:
    literal = note.found[int(match[1])] if match else None
    return literal.text if literal and literal.kind == "date" else None
