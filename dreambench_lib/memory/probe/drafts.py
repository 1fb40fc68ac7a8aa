"""Items from a model's words: JSON checked field by field, each fault typed, none fatal.

The path is the rule extractor's, so that only the reading differs: a note's text goes to `ask`,
which returns JSON, and every entry becomes an item of the same kind or a counted fault.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, get_args

from pydantic import ValidationError

from dreambench_lib.memory.probe.faults import (
    EmptyContent,
    ItemFault,
    ScoreOutOfRange,
    UnknownType,
    UnparsableOutput,
)
from dreambench_lib.memory.probe.items import CLAIMS, Fact, Item, ItemType, Provenance, item_id
from dreambench_lib.memory.probe.literals import mask, shape
from dreambench_lib.memory.probe.operators import Operator
from dreambench_lib.memory.probe.stems import stems
from dreambench_lib.memory.probe.store import Store
from dreambench_lib.records import Episode, Note

Ask = Callable[[Note], str]
_SCORES = {"confidence": 0.5, "utility_score": 0.5, "risk_score": 0.0, "staleness_score": 0.0}
_FACT = ("kind", "value", "change", "tentative", "reason")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def parsed(text: str) -> Any:
    """A model's answer as JSON, bare or in one code fence."""
    body = text.strip()
    if body.startswith("```") and body.endswith("```"):
        body = body.removeprefix("```json").removeprefix("```").removesuffix("```")
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise UnparsableOutput(f"a model's answer is no JSON: {_short(text)}") from None


def entries(text: str) -> list[Mapping[str, Any]]:
    """The entries of a model's answer: a list of objects, alone or as an object's `items`.

    >>> entries('```json\\n[{"type": "failure"}]\\n```')
    [{'type': 'failure'}]
    """
    found = parsed(text)
    if isinstance(found, dict) and set(found) == {"items"}:
        found = found["items"]
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise UnparsableOutput(f"a model's answer is no list of objects: {_short(text)}")
    return found


def draft(entry: Mapping[str, Any], note: Note, episode_id: str, tick: int) -> Item:
    """One entry as an item of `note`, or the `ItemFault` that says what is wrong with it."""
    kind = entry.get("type")
    if kind not in get_args(ItemType):
        raise UnknownType(f"type {_short(kind)} is none of {', '.join(get_args(ItemType))}")
    content = entry.get("content")
    if not isinstance(content, str) or not content.strip():
        raise EmptyContent(f"an item of note {note.id!r} has no content")
    fact = _fact(entry.get("fact"))
    repo = _text(entry, "project") or note.about
    until = _text(entry, "until") or None
    if until and not _DATE.fullmatch(until):
        raise UnparsableOutput(f"an item's last day is no date: {_short(until)}")
    files = {literal.text for literal in mask(content).found if literal.kind == "file"}
    try:
        return Item(
            id=item_id(content, (note.id,), fact, repo),
            content=content,
            type=kind,
            provenance=Provenance(
                trajectory_ids=(episode_id,),
                task_ids=tuple(sorted(set(entry.get("numbers", ())))),
                file_paths=tuple(sorted(files)),
                human_feedback_ids=(note.id,),
            ),
            write_reason="read by a model",
            repo_scope=repo,
            task_scope=(f"session {note.session + 1}",) if entry.get("once") is True else (),
            valid_until=until,
            created_at=tick,
            updated_at=tick,
            supersedes=tuple(entry.get("supersedes", ())),
            retrieval_tags=fact.key if fact else (),
            sources=(note.id,),
            session=note.session,
            date=note.date,
            author=note.author,
            fact=fact,
            **{name: _score(name, entry.get(name, usual)) for name, usual in _SCORES.items()},
        )
    except (ValidationError, TypeError) as fault:
        raise UnparsableOutput(
            f"an item of note {note.id!r} is malformed: {_short(fault)}"
        ) from None


def consolidate_by(ask: Ask) -> Operator:
    """The operator that reads notes by asking a model; what cannot be kept is counted."""

    def consolidate(store: Store, new: Sequence[Episode]) -> None:
        for episode in new:
            for note in episode.notes:
                for made in _drafts(ask(note), note, episode.id, store.tick):
                    try:
                        if isinstance(made, ItemFault):
                            raise made
                        store.add(made, "consolidate")
                    except ItemFault as fault:
                        store.count(fault, "consolidate")

    return consolidate


def _drafts(text: str, note: Note, episode_id: str, tick: int) -> Iterator[Item | ItemFault]:
    try:
        found = entries(text)
    except ItemFault as fault:
        yield fault
        return
    for entry in found:
        try:
            yield draft(entry, note, episode_id, tick)
        except ItemFault as fault:
            yield fault


def _score(name: str, value: object) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or not 0 <= value <= 1:  # type: ignore[arg-type, operator]
        raise ScoreOutOfRange(f"{name} is {_short(value)}: it must lie between 0 and 1")
    return float(value)  # type: ignore[arg-type]


def _fact(said: object) -> Fact | None:
    if said is None:
        return None
    if not isinstance(said, dict):
        raise UnparsableOutput(f"a fact is no object: {_short(said)}")
    about, scope, value = said.get("about", ""), said.get("scope", ""), said.get("value", "")
    if not all(isinstance(part, str) for part in (about, scope, value)):
        raise UnparsableOutput(f"a fact's about, scope and value are texts: {_short(said)}")
    known = {name: said[name] for name in _FACT if name in said}
    kind = said.get("kind")
    form = "way" if kind == "way" else shape(value) if kind in CLAIMS and value else ""
    against = stems(_text(said, "against"))
    if kind == "authority":
        known["value"] = " ".join(stems(value))
    try:
        return Fact(key=_words(about), scope=_words(scope), shape=form, against=against, **known)
    except ValidationError as fault:
        raise UnparsableOutput(f"a fact is malformed: {_short(fault)}") from None


def _text(said: Mapping[str, Any], name: str) -> str:
    value = said.get(name, "")
    if not isinstance(value, str):
        raise UnparsableOutput(f"{name} is no text: {_short(value)}")
    return value.strip()


def _words(text: str) -> tuple[str, ...]:
    """Stems of a phrase, as in facts read by rule; what a symbol is made of counts."""
    return stems(text.replace("_", " "))


def _short(value: object) -> str:
    return repr(" ".join(str(value).split())[:80])
