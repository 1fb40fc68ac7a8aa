"""The rule-based extractor: a note in free English → typed items, one per fact.

The rules come from how engineers write in general. They are a floor, not a reader of English: what
they miss stays in the raw capsule.
"""

from __future__ import annotations

import re
from functools import lru_cache

from dreambench_lib.memory.probe.claims import claims, hedges
from dreambench_lib.memory.probe.items import CLAIMS, Fact, Item, ItemType, Provenance, item_id
from dreambench_lib.memory.probe.literals import Masked, is_ticket_form, mask
from dreambench_lib.memory.probe.scopes import Reach, reach
from dreambench_lib.memory.probe.stems import stems
from dreambench_lib.memory.probe.strikes import authority, strikes
from dreambench_lib.records import Note

_WHOLE = re.compile(
    r"^\W*(?:(?:all |both )?(?:of )?(?:this|it|that|these)"
    r"|the (?:above|rule|change|notice|new rule))\b"
    r"[^.]{0,40}\b(?:appl\w+|holds?|concerns?|goes|is (?:meant|only|for|valid|limited|good)|covers?"
    r"|affects?|expires?|ends?|only)\b",
    re.I,
)
_RULE = re.compile(r"\b(?:must|never|always|only|required|mandatory|forbidden|shall)\b", re.I)


Row = tuple[str, Reach, Fact]
"""A sentence, how far it reaches, and one fact of it."""


def capsule(note: Note, episode_id: str, tick: int, known: frozenset[str]) -> Item:
    """The raw evidence: the whole note, with where it comes from."""
    masked, found = _facts(note.text, note.about, known)
    return Item(
        id=item_id(note.text, (note.id,), None, note.about),
        content=note.text,
        type="episodic",
        provenance=_provenance(note, masked, episode_id, found),
        write_reason="raw evidence",
        repo_scope=note.about,
        created_at=tick,
        updated_at=tick,
        confidence=1.0,
        utility_score=0.6,
        risk_score=0.1,
        sources=(note.id,),
        session=note.session,
        date=note.date,
        author=note.author,
    )


def extract(note: Note, episode_id: str, tick: int, known: frozenset[str]) -> list[Item]:
    """Typed items of one note; `known` are the names of all projects heard of so far.

    >>> note = Note(id="n1", text="Notice N-204: the closing line is QX-8fK2a-113.", session=1,
    ...             date="2026-03-02", author="carrier", about="ledger")
    >>> [item] = extract(note, "e1", 1, frozenset())
    >>> item.fact.key, item.fact.value, item.provenance.task_ids
    (('closing', 'line'), 'QX-8fK2a-113', ('N-204',))
    """
    masked, found = _facts(note.text, note.about, known)
    provenance = _provenance(note, masked, episode_id, found)
    items: dict[str, Item] = {}
    for sentence, far, fact in found:
        repo = far.repo or note.about
        identity = item_id(note.text, (note.id,), fact, repo)
        items[identity] = Item(
            id=identity,
            content=note.text,
            type=_type(fact, sentence, note.author),
            provenance=provenance,
            write_reason=f"{fact.kind} read by rule",
            repo_scope=repo,
            file_scope=far.files,
            symbol_scope=far.symbols,
            task_scope=(f"session {note.session + 1}",) if far.once else (),
            created_at=tick,
            updated_at=tick,
            valid_until=far.until,
            confidence=0.5 if fact.tentative or fact.kind == "mention" else 0.8,
            utility_score=0.5 if fact.kind == "mention" else 0.7,
            # Three marks of doubt in one sentence are speculation: the risk gate blocks it.
            risk_score=min(1.0, 0.1 + 0.3 * hedges(sentence)),
            retrieval_tags=tuple(part.rstrip(":") for part in fact.key),
            sources=(note.id,),
            session=note.session,
            date=note.date,
            author=note.author,
            fact=fact,
        )
    return list(items.values())


# A pure function of text, asked for twice per note and again in every ablation.
@lru_cache(maxsize=4096)
def _facts(text: str, about: str, known: frozenset[str]) -> tuple[Masked, tuple[Row, ...]]:
    masked = mask(text)
    found: list[Row] = []
    for before, sentence, far in _reaches(masked, about, known):
        about_notes = [*strikes(sentence, masked, far), *authority(sentence)]
        struck = {fact.value for fact in about_notes if fact.kind in ("strike", "revive")}
        own = [
            fact
            for fact in claims(sentence, masked, far, before)
            if fact.value not in struck and not (about_notes and fact.kind == "way")
        ]
        # A value that is claimed in its narrow scope needs no further word.
        said = {fact.value for fact in own if fact.kind == "value"}
        about_notes = [f for f in about_notes if not (f.kind == "narrow" and f.value in said)]
        found += [(sentence, far, fact) for fact in (*about_notes, *own)]
    # A note that strikes a value does not bear witness for it as well ("we had X. X is out").
    gone = {fact.value for _, _, fact in found if fact.kind == "strike"}
    rows = (row for row in found if not (row[2].kind == "mention" and row[2].value in gone))
    return masked, tuple(rows)


def _reaches(masked: Masked, about: str, known: frozenset[str]) -> list[tuple[str, str, Reach]]:
    """Each sentence with the one before it and its reach; what is said of the whole note counts."""
    rows = [(one, reach(one, masked, about, known)) for one in masked.sentences]
    whole = [far for one, far in rows if _WHOLE.search(one)]
    scope = next((far.scope for far in whole if far.scope), ())
    once = any(far.once for far in whole)
    until = next((far.until for far in whole if far.until), None)
    told: list[tuple[str, str, Reach]] = []
    repo: str | None = None
    before = ""
    for sentence, far in rows:
        # Having gone over to another repository, a note stays there until it says "here".
        home = re.search(rf"\b(?:here|ours?|{re.escape(about)})\b", sentence, re.I)
        repo = far.repo or (None if home else repo)
        far = far._replace(
            scope=far.scope or scope, repo=repo, once=far.once or once, until=far.until or until
        )
        told.append((before, sentence, far))
        before = sentence
    return told


def _provenance(note: Note, masked: Masked, episode_id: str, found: tuple[Row, ...]) -> Provenance:
    facts = [fact for _, _, fact in found]
    ids = {literal.text for literal in masked.found if literal.kind == "id"}
    # Ticket numbers need no word before them, but a value that is claimed is no ticket.
    claimed = {fact.value for fact in facts if fact.kind == "value"}
    ids |= {lit.text for lit in masked.found if is_ticket_form(lit.text)} - claimed
    # What a note strikes is another's number, not its own.
    ids -= {fact.value for fact in facts if fact.kind in ("strike", "revive", "narrow")}
    return Provenance(
        trajectory_ids=(episode_id,),
        task_ids=tuple(sorted(ids)),
        file_paths=tuple(sorted({lit.text for lit in masked.found if lit.kind == "file"})),
        human_feedback_ids=(note.id,),
    )


def _type(fact: Fact, sentence: str, author: str) -> ItemType:
    if fact.reason == "disproved":
        return "failure"
    if fact.kind == "way":
        return "constraint" if _RULE.search(sentence) else "procedural"
    if fact.kind == "mention":
        return "episodic"
    if fact.kind not in CLAIMS:
        return "constraint"
    return "human_feedback" if "reviewer" in stems(author) else "semantic_project"
