"""What a sentence claims: values of things, ways of working, and values it puts away."""

from __future__ import annotations

import re

from dreambench_lib.memory.probe.items import Fact
from dreambench_lib.memory.probe.literals import Masked, shape
from dreambench_lib.memory.probe.scopes import PART_NOUNS, Reach
from dreambench_lib.memory.probe.stems import stems

_MARK = re.compile(r"⟦(\d+)⟧")
_FILLER = (
    r"(?:\s+(?:the|a|an|our|now|exactly|literally|just|only|value|code|token|string|text|word"
    r"|number|to|be|as|on|in|with|at|for|always|new|old|previous|former|earlier|current|original|plain|bare))"
)
_CHANGE = re.compile(
    r"\b(?:now|from now on|henceforth|going forward|from here on|new|chang\w+|becom\w+|instead"
    r"|replac\w+|no longer|any ?more|as of|effective|updat\w+|switch\w*|mov(?:ed?|ing) to"
    r"|supersed\w+|correct(?:ion|ed|s)|rather than|revis\w+|amend\w+|starting|since then"
    r"|renam\w+|turns? into|onwards?)\b|→|->",
    re.I,
)
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|might|could|would|possibly|not sure|unsure|unconfirmed|unverified|rumou?r"
    r"|propos\w+|draft|suggest\w*|consider\w*|what if|in case we|thinking (?:of|about)|guess"
    r"|i think|i believe|hearsay|apparently|supposedly|tentative\w*|under discussion|for example"
    r"|e\.g\.|not (?:yet )?decided|wondering|if we ever)\b|\?\s*$",
    re.I,
)
# What stands immediately before or after a value and makes it the old one.
_OLD_BEFORE = re.compile(
    r"(?:\b(?:not|never|instead of|rather than|in place of|replac(?:es?|ing)|supersed(?:es?|ing)"
    r"|no longer|retir(?:es?|ing)|drop(?:s|ping)?|stop (?:using|sending|printing|writing)"
    rf"|do(?:es)? not use|don't use|avoid|without)){_FILLER}{{0,3}}\s*$",
    re.I,
)
_OLD_AFTER = re.compile(
    r"^\s*(?:(?:is|was|are|has been|have been|had been)\s+)?(?:now\s+)?(?:no longer\b|retired\b"
    r"|obsolete\b|gone\b|dropped\b|replaced\b|superseded\b|wrong\b|a mistake\b|a typo\b|dead\b"
    r"|outdated\b|not valid\b|invalid\b|out of date\b|history\b|(?:is|was) not\b|must not\b"
    r"|should not\b|must no longer\b|changes? to\b|becomes?\b|gives way to\b|turns? into\b|→|->"
    r"|made way for\b|gave way to\b|stops?\b|ends?\b|to\s+⟦)",
    re.I,
)
_WEAK_BEFORE = re.compile(
    r"\b(?:was|were|from|previously|formerly|used to be|originally|old|until now|so far|been)"
    rf"{_FILLER}{{0,3}}\s*$",
    re.I,
)
_SAYS_BEFORE = re.compile(
    r"(?:\b(?:is|are|be|being|equals?|reads?|becom(?:es?|ing)|to|as|with|carr(?:y|ies)|says?"
    r"|means?|called|named|stays?|remains?|gets?|takes?|wants?|expects?|requires?|needs?|uses?"
    r"|using|sends?|prints?|writes?|emits?|puts?|sets?|stamps?|appends?|adds?|apply|applies"
    r"|quotes?|returns?|pass(?:es)?|enters?|keeps?|prefer|must|shall|by|shows?|now|it's|go for)"
    rf"{_FILLER}{{0,3}}|[:=→]|->"
    # "closes with the line V", "carries the marker V": the noun stands before its value.
    r"|\b(?:the|our|its|their|this|that|an?)\s+(?:[\w'-]+\s+){0,2}[\w'-]+)\s*$",
    re.I,
)
_SAYS_AFTER = re.compile(
    r"^\s*(?:is|are|becomes?|serves?|will be|must be|shall be|goes|stands|applies|remains?|stays?"
    r"|replaces|supersedes|takes over|instead of|as|for)\b",
    re.I,
)
_NUMBER_BEFORE = re.compile(
    r"(?:\b(?:is|are|be|equals?|becomes?|to|stays?|remains?)(?:\s+(?:now|exactly|always))?|[:=])"
    r"\s*$",
    re.I,
)
_CLAUSE = re.compile(r",\s+|\s+[–—-]+\s+|\s+\b(?:and|but|because|so|while|whereas)\b\s+|[()]")

_VERBS = {
    verb: group
    for group, verbs in {
        "edit": "edit change touch modify patch alter amend hand-edit adjust correct",
        "run": "run rerun re-run regenerate rebuild generate execute invoke",
        "add": "add append register insert list",
        "delete": "delete remove drop",
        "commit": "commit check-in push",
    }.items()
    for verb in verbs.split()
}
_WAY = re.compile(
    rf"\b(?P<no>(?:do not|don't|never|must not|should not|shouldn't|mustn't|cannot|can't|avoid"
    rf"|no need to|stop|not to)\s+(?:ever\s+|just\s+|directly\s+)?)?"
    rf"(?P<verb>{'|'.join(_VERBS)})(?P<ing>ing)?\s+"
    rf"(?P<what>(?:(?!\s+(?:and|then|but)\s+(?:then\s+)?(?:never|not|don't|do|{'|'.join(_VERBS)})\b)"
    rf"[^,.:()])+)"
    r"(?P<rest>(?:,| and| but)\s+(?:not|never)\s+(?P<not>[^,.:()]+))?",
    re.I,
)
_INSTEAD = re.compile(r"\b(?:instead of|rather than|not|never)\b", re.I)


def hedges(sentence: str) -> int:
    """How many marks of doubt it has."""
    return len({match[0].lower() for match in _HEDGE.finditer(sentence)})


def claims(sentence: str, note: Masked, reach: Reach, before: str = "") -> list[Fact]:
    """Facts of one masked sentence: values, mentions and values struck; else ways of working.

    `before` is the sentence before it, which says what "it" is.
    """
    change = bool(_CHANGE.search(sentence))
    tentative = hedges(sentence) > 0
    facts: list[Fact] = []
    weak: list[str] = []
    for mark in _MARK.finditer(sentence):
        literal = note.found[int(mark[1])]
        ahead, after = sentence[: mark.start()], sentence[mark.end() :]
        said = bool(_SAYS_BEFORE.search(ahead) or _SAYS_AFTER.search(after))
        if literal.kind == "number":
            said = bool(_NUMBER_BEFORE.search(ahead))
        # Files, symbols, dates and notices' numbers are what is spoken of, not what is said of it.
        if literal.kind not in ("value", "number") or (literal.kind == "number" and not said):
            continue
        if _OLD_BEFORE.search(ahead) or _OLD_AFTER.search(after):
            if literal.kind == "value" and not tentative:
                facts.append(_strike(literal.text, reach))
            continue
        if _WEAK_BEFORE.search(ahead):
            weak.append(literal.text)
            continue
        key = _key(sentence, mark, note, reach, before)
        said = said and bool(key)
        facts.append(
            Fact(
                kind="value" if said else "mention",
                key=key,
                value=literal.text,
                shape=shape(literal.text),
                scope=reach.scope,
                change=change,
                tentative=tentative,
            )
        )
    current = any(fact.kind == "value" for fact in facts)
    for value in weak:  # "was X" puts X away only where something else takes its place
        literal_shape = shape(value)
        if current and change and literal_shape != "number" and not tentative:
            facts.append(_strike(value, reach))
        elif literal_shape != "number":
            facts.append(Fact(kind="mention", value=value, shape=literal_shape, scope=reach.scope))
    return facts or _ways(sentence, note, reach, change, tentative)


def _strike(value: str, reach: Reach) -> Fact:
    return Fact(kind="strike", value=value, scope=reach.scope, reason="superseded", change=True)


def _key(
    sentence: str, mark: re.Match[str], note: Masked, reach: Reach, before: str
) -> tuple[str, ...]:
    """What the value is about: the words of its clause, else of the sentence or the one before."""
    start, end = 0, len(sentence)
    for cut in _CLAUSE.finditer(sentence):
        if cut.end() <= mark.start():
            start = cut.end()
        elif cut.start() >= mark.end():
            end = cut.start()
            break
    scope = {root.lstrip("!") for root in reach.scope} | (PART_NOUNS if reach.scope else set())
    for phrase in (sentence[start:end], sentence, before):
        words = tuple(root for root in stems(_spoken(phrase, note)) if root not in scope)
        if words:
            return words
    return ()


def _spoken(phrase: str, note: Masked) -> str:
    """Symbols count as words (they name the thing set); other literals do not."""

    def word(match: re.Match[str]) -> str:
        literal = note.found[int(match[1])]
        return literal.text.replace("_", " ") if literal.kind == "symbol" else " "

    return _MARK.sub(word, phrase)


def _ways(sentence: str, note: Masked, reach: Reach, change: bool, tentative: bool) -> list[Fact]:
    found: dict[tuple[tuple[str, ...], str], None] = {}
    for match in _WAY.finditer(sentence):
        verb = _VERBS[match["verb"].lower()]
        no = bool(match["no"])
        what, *others = _INSTEAD.split(match["what"])
        for phrase, negative in [(what, no), *[(o, not no) for o in (*others, match["not"] or "")]]:
            objects = _objects(phrase, note)
            if objects:
                key = (f"{verb}:", *objects)
                found[key, "do not" if negative else "do"] = None
    return [
        Fact(
            kind="way",
            key=key,
            value=value,
            shape="way",
            scope=reach.scope,
            change=change,
            tentative=tentative,
        )
        for key, value in found
    ]


def _objects(phrase: str, note: Masked) -> tuple[str, ...]:
    """Files and symbols by name, else content words, a few."""
    named = [note.found[int(m[1])] for m in _MARK.finditer(phrase)]
    exact = sorted({f.text.lower() for f in named if f.kind in ("file", "symbol")})
    return tuple(exact) or stems(_MARK.sub(" ", phrase))[:4]
