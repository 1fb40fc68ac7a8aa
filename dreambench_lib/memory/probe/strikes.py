"""What a sentence says of other notes: withdrawn, disproved, back in force, narrowed, outranked."""

from __future__ import annotations

import re

from dreambench_lib.memory.probe.items import Fact
from dreambench_lib.memory.probe.literals import Masked
from dreambench_lib.memory.probe.scopes import Reach
from dreambench_lib.memory.probe.stems import stems

_MARK = re.compile(r"⟦(\d+)⟧")
_NOT = re.compile(
    r"\b(?:not|never|n't|if|unless|whether|until|isn't|hasn't|wasn't)\s+(?:\w+\s+){0,3}$"
    r"|\b(?:if|unless|whether|in case)\b[^,;:]*$",
    re.I,
)
_WITHDRAW = re.compile(
    r"\b(?:withdraw\w*|withdrew|void(?:ed|s)?|cancel\w*|rescind\w*|revok\w*|retract\w*|annul\w*"
    r"|disregard\w*|ignor(?:e|ed|ing)|repeal\w*"
    r"|tak(?:e|en|ing) back|pulled|lapsed|scrapped|quash\w*"
    r"|null and void|no longer (?:valid|applies|apply|in force|in effect|binding|stands?|counts?)"
    r"|not (?:in force|in effect|binding) any ?more|(?:not valid|invalid)(?: any ?more)?"
    r"|does not apply any ?more|has lapsed|has no effect|off the table|struck (?:out|off|from))\b",
    re.I,
)
_DISPROVE = re.compile(
    r"\b(?:mis-?diagnos\w+|false (?:alarm|positive|lead|trail)|red herring|wrong(?:ly)? diagnos\w+"
    r"|dis-?prov\w+"
    r"|refuted|debunked|unfounded|not reproducible|(?:could|can) ?not be reproduced"
    r"|(?:was|is) not the (?:root )?cause|never the (?:root )?cause|had nothing to do with"
    r"|nothing to do with|no fault found|not at fault|not to blame"
    r"|(?:real|actual|true) (?:root )?(?:cause|culprit|reason)"
    r"|closed as (?:invalid|not a (?:bug|defect)|no fault|mistaken|wrong)"
    r"|(?:diagnosis|conclusion|analysis|finding|theory|explanation)s?\b[^.]{0,40}"
    r"\b(?:was|were|is|proved|turned out) (?:to be )?(?:wrong|mistaken|incorrect|false)"
    r"|turned out to be"
    r" (?:wrong|unrelated|something else)"
    r"|misread|mistaken)\b",
    re.I,
)
_REVIVE = re.compile(
    r"\b(?:reinstat\w+|back in force|in force again|restor(?:e|ed) (?:notice|bulletin)"
    r"|withdrawal (?:was|is) (?:itself )?(?:withdrawn|a mistake|wrong|void)|stands after all"
    r"|applies again|valid again)\b",
    re.I,
)
_REPLACES = re.compile(
    r"⟦(?P<new>\d+)⟧[^⟦]{0,20}?\b(?:replaces|supersedes|takes the place of|cancels|voids|withdraws"
    r"|overrides|revokes|annuls)\b[^⟦]{0,40}⟦(?P<old>\d+)⟧"
    r"|⟦(?P<old2>\d+)⟧[^⟦]{0,30}?\b(?:replaced|superseded)\s+(?:in full\s+)?by\b"
    r"[^⟦]{0,30}⟦(?P<new2>\d+)⟧"
    r"|\b(?:replaces|supersedes|takes the place of)\b[^⟦]{0,40}⟦(?P<old3>\d+)⟧",
    re.I,
)
# Before a number: the notice that does the withdrawing, not the one withdrawn.
_AGENT = re.compile(
    r"\b(?:by|per|see|under|via|with|through|this|according to|present)\s+(?:[\w.#]+\s*){0,3}$",
    re.I,
)
_ANAPHOR = re.compile(
    r"^(?:\W*(?:it|this|that|which|has been|was|is|now|closed|withdrawn|void|cancelled)\b)"
    r"|\b(?:it|this one|that one|the (?:said |whole |earlier )?"
    r"(?:notice|bulletin|circular|memo|ticket"
    r"|incident|case|advisory|report|ruling|finding|diagnosis|alert|issue|directive|request))\b",
    re.I,
)
_NARROWS = re.compile(
    r"\b(?:appl(?:y|ies|ied)|holds?|counts?|(?:is|was|are|were) (?:meant|intended|valid|issued))"
    r"\b[^.]{0,30}\b(?:only|solely|exclusively|just)\b"
    r"|\b(?:limited|restricted|confined|narrowed) to\b"
    r"|\b(?:only|solely|exclusively) (?:appl|meant|intended|valid|concern|hold|cover)\w*",
    re.I,
)
_ROLE = (
    r"(?:the |our |your )?"
    r"(?P<{}>(?:(?!(?:the|over|always|and|or|it|if)\b)[a-z][\w'-]*\s+){{0,3}}?"
    r"(?!always\b)[a-z][\w'-]*)"
)
_OUTRANKS = re.compile(
    _ROLE.format("win")
    + r"\s+(?:always |also |still )?(?:wins?|prevails?|(?:takes?|has) (?:precedence|priority)"
    r"|outranks?|overrides?|overrules?|trumps?|beats?"
    r"|(?:has|have|gets) the (?:last|final) (?:word|say)"
    r"|is (?:the )?(?:authorit\w+|binding|final|source of truth|deciding)|decides?\b|governs?"
    r"|is the one (?:that counts|to follow)|counts|is right)"
    r"(?:\s+(?:over|against)\b)?(?:\s+" + _ROLE.format("lose") + r")?(?=$|[,.;:()]|\s)",
    re.I,
)
_RANKING = re.compile(
    r"\b(?:wins?|prevails?|precedence|priority|outranks?|over(?:rid|rul)es?|trumps?|beats?|word|say"
    r"|authorit\w+|binding|final|truth|decid\w+|governs?|counts|right|the one|go with|follow|trust"
    r"|believe|heed|side with|listen to|defer to)\b",
    re.I,
)
_FOLLOW = re.compile(
    r"\b(?:go with|follow|trust|believe|heed|side with|listen to|defer to)\s+"
    + _ROLE.format("win")
    + r"(?:,?\s+(?:over|rather than|not|instead of|and not)\s+"
    + _ROLE.format("lose")
    + r")?(?=$|[,.;:()]|\s)",
    re.I,
)
_TOPIC = re.compile(
    r"\b(?:on|for|about|regarding|concerning|as for|in matters of|when it comes to)\s+"
    r"(?P<topic>[^,.;:()]+?)(?=,|[.;:)]|\s+the\b|$)",
    re.I,
)
_GENERIC = frozenset(
    re.findall(
        r"\S+",
        """word notice note own decision instruction statement answer figure rule side version
    whatever case doubt conflict dispute question anything last latest newest newer later one both
    two value text number code list table message letter""",
    )
)


def strikes(sentence: str, note: Masked, reach: Reach) -> list[Fact]:
    """Withdrawals, refutations, revivals and narrowings by a notice's number."""
    facts = [
        Fact(kind="strike", value=target, scope=reach.scope, reason="superseded")
        for match in _REPLACES.finditer(sentence)
        if (target := _id(note, match["old"] or match["old2"] or match["old3"]))
    ]
    done = {fact.value for fact in facts}
    for pattern, reason in ((_REVIVE, ""), (_DISPROVE, "disproved"), (_WITHDRAW, "withdrawn")):
        match = pattern.search(sentence)
        if match is None or _NOT.search(sentence[: match.start()]):
            continue
        for target in _targets(sentence, note, match.span()):
            if target not in done:
                done.add(target)
                kind = "strike" if reason else "revive"
                facts.append(Fact(kind=kind, value=target, scope=reach.scope, reason=reason))
        break
    if not facts and reach.scope and (reach.only or _NARROWS.search(sentence)):
        facts = [
            Fact(kind="narrow", value=t, scope=reach.scope)
            for t in _targets(sentence, note, (0, len(sentence)))
        ]
    return facts


def authority(sentence: str) -> list[Fact]:
    """Who wins over whom: stems of the winner's phrase, of the loser's, and of the topic if given.

    The phrases are matched with authors' roles when items are repaired, not here.

    >>> [fact] = authority("On wording, the carrier wins over the reviewer.")
    >>> fact.value, fact.against, fact.key
    ('carrier', ('reviewer',), ('wording',))
    """
    if not _RANKING.search(sentence):  # the patterns below are slow to fail
        return []
    for pattern in (_OUTRANKS, _FOLLOW):
        for match in pattern.finditer(sentence):
            winner, loser = stems(match["win"]), stems(match["lose"] or "")
            if not winner or winner == loser or _NOT.search(sentence[: match.start()]):
                continue
            topic = {root for m in _TOPIC.finditer(sentence) for root in stems(m["topic"])}
            topic -= {*winner, *loser, *_GENERIC}
            return [
                Fact(
                    kind="authority",
                    key=tuple(sorted(topic)),
                    value=" ".join(winner),
                    against=loser,
                )
            ]
    return []


def _targets(sentence: str, note: Masked, verb: tuple[int, int]) -> list[str]:
    """Numbers near the verb; where the sentence has none but says "it", the note's only number."""
    marks = [m for m in _MARK.finditer(sentence) if _id(note, m[1])]
    own = [m for m in marks if not _AGENT.search(sentence[: m.start()])]
    if marks:
        near = [m for m in own if _near(sentence, m, verb)]
        return list(dict.fromkeys(note.found[int(m[1])].text for m in near))
    every = {found.text for found in note.found if found.kind == "id"}
    return list(every) if len(every) == 1 and _ANAPHOR.search(sentence) else []


def _near(sentence: str, mark: re.Match[str], verb: tuple[int, int]) -> bool:
    """Told to do it to the number ("ignore N-1"), or said of the number ("N-1 … is void")."""
    if verb[1] <= mark.start():
        return mark.start() - verb[1] <= 60
    if verb[0] >= mark.end():
        said = sentence[verb[0] : verb[1]].lower()
        return verb[0] - mark.end() <= 140 and not said.startswith(("ignor", "disregard"))
    return True


def _id(note: Masked, index: str | None) -> str:
    """The literal's text if it can be a number of a notice; values are struck elsewhere."""
    literal = note.found[int(index)] if index is not None else None
    ok = literal and (literal.kind == "id" or (literal.kind == "value" and "-" in literal.text))
    return literal.text if literal and ok else ""
