"""What the probe asks a model: to read a note, to learn from a failure, to relate two facts.

Each question has its JSON schema. A schema is a request and no promise, so every answer is checked
by whoever asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from dreambench_lib.errors import BadInput
from dreambench_lib.memory.probe.items import FieldKind, Item, ItemType
from dreambench_lib.memory.protocol import Model, Space
from dreambench_lib.records import Note

RELATIONS = ("supersedes", "narrows_scope", "contradicts", "no_conflict")

_SYSTEM = (
    "You keep the engineering notes of a software project in order. "
    "Say only what the text in front of you says. Answer with JSON and nothing else."
)
_READ = """Read this note and write down each thing it says as one item.

type: what kind of item it is.
content: the thing in one sentence that can be understood alone, with its values as written.
fact: the field behind it, or null where there is none.
  kind value: a thing has a value (about = the thing, value = the literal).
  kind way: something is to be done or not (about = verb and object, value = do or do not).
  kind mention: a value occurs and nothing is said of it.
  kind strike: another note (value = its number) or an old value (value = the literal) no longer
  holds; reason = superseded, withdrawn or disproved.
  kind revive: another note holds again (value = its number).
  kind narrow: another note (value = its number) holds only for `scope`.
  kind authority: whose word wins (value = role), against whom (against = role), on what (about).
  scope: the part of the work it is confined to, else empty.
  change: whether the note says that something changes. tentative: whether it is only guessed.
numbers: numbers of notices, incidents or tickets that this note itself goes by.
once: whether it holds for the next task only. until: last day it holds, as YYYY-MM-DD, else empty.
project: the other project it is about, else empty.
confidence, risk_score, staleness_score: from 0 to 1.

Note on project {about}, written by {author}, {date}, after session {session}:

{text}"""
_LEARN = """This report speaks of a failure. What went wrong, and what should have been known?

lesson: one sentence that would have prevented it, from the report alone; else empty.
failure: what was done wrong and how it showed, in one sentence; empty where it does not say.

Report on project {about}, written by {author}, {date}:

{text}"""
_RELATE = """Two facts about project {project}. How does the second bear on the first?

supersedes: the second takes the first's place. narrows_scope: the first holds on, in the part of
the work that the second names. contradicts: they cannot both hold and nothing decides between them.
no_conflict: both hold.

First ({first_author}, {first_date}): {first}
Second ({second_author}, {second_date}): {second}"""


def _object(**fields: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


_TEXT, _FLAG, _SHARE = {"type": "string"}, {"type": "boolean"}, {"type": "number"}
_FACT = _object(
    kind={"type": "string", "enum": list(get_args(FieldKind))},
    about=_TEXT,
    value=_TEXT,
    scope=_TEXT,
    against=_TEXT,
    reason={"type": "string", "enum": ["", "superseded", "withdrawn", "disproved"]},
    change=_FLAG,
    tentative=_FLAG,
)
_ITEM = _object(
    type={"type": "string", "enum": list(get_args(ItemType))},
    content=_TEXT,
    fact={"anyOf": [_FACT, {"type": "null"}]},
    numbers={"type": "array", "items": _TEXT},
    once=_FLAG,
    until=_TEXT,
    project=_TEXT,
    confidence=_SHARE,
    risk_score=_SHARE,
    staleness_score=_SHARE,
)
ITEMS = _object(items={"type": "array", "items": _ITEM})
LESSON = _object(lesson=_TEXT, failure=_TEXT)
RELATION = _object(relation={"type": "string", "enum": list(RELATIONS)})


class Asker:
    """Puts the probe's questions to the model of its space; the raw texts come back."""

    def __init__(self, space: Space) -> None:
        if not hasattr(space.model, "complete"):
            raise BadInput(
                "this memory needs a model: name one with --memory-model, or take the condition "
                "that ends with -rules"
            )
        self._model: Model = space.model

    def read(self, note: Note) -> str:
        """What a note says: JSON in the form of `ITEMS`."""
        return self._ask(_READ.format(**note.model_dump()), ITEMS)

    def learn(self, note: Note) -> str:
        """What a failure report teaches: JSON in the form of `LESSON`."""
        return self._ask(_LEARN.format(**note.model_dump()), LESSON)

    def relate(self, first: Item, second: Item) -> str:
        """How a fact bears on an earlier one: JSON in the form of `RELATION`."""
        said = {
            f"{name}{part}": value
            for name, item in (("first", first), ("second", second))
            for part, value in (
                ("", item.content), ("_author", item.author), ("_date", item.date),
            )
        }  # fmt: skip
        return self._ask(_RELATE.format(project=first.repo_scope, **said), RELATION)

    def _ask(self, question: str, schema: Mapping[str, Any]) -> str:
        messages = [
            {"role": "system", "content": _SYSTEM},
            {"role": "user", "content": question},
        ]
        return self._model.complete(messages, schema).text
