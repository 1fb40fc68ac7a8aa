"""A vendor's library as a memory: every note is written with its id, what comes back is a recall.

A subclass says where the library lives and how its store is set up; all of it happens in the
vendor's own process (`child`), in the space's folder.
"""

from __future__ import annotations

import weakref
from collections import Counter
from types import SimpleNamespace
from typing import Any, ClassVar

from dreambench_lib.memory.external.answers import Answers, Calls
from dreambench_lib.memory.external.child import Answer, child
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Episode, Note, Query, Recall


class _At:
    """Which note is being written."""

    note: Note


class Vendor:
    """Base of the memories that run in a process of their own."""

    entry: ClassVar[str]
    """Name in the table of what is installed apart."""
    module: ClassVar[str]
    """File in `inside/` with the class `Store`."""
    extracts: ClassVar[bool] = False
    """Whether the library asks a model what to keep."""
    by_rule: ClassVar[bool] = False
    """Whether the stand-in extractor answers that, and no model does."""

    def __init__(self, space: Space, embedding: str = "lexical") -> None:
        self.store = SimpleNamespace(faults=Counter[str]())
        """What could not be kept, by kind."""
        self._at = _At()
        self.answers = self.answering(space, embedding)
        self.child = child(self.entry, self.module, space.folder)
        self._store = self.child.open(
            space.folder.resolve(), space.namespace, self.settings(), self.answers
        )
        weakref.finalize(self, self.child.forget, self._store)

    def answering(self, space: Space, embedding: str) -> Answer:
        """What answers the library's requests."""
        reply, at = self.reply, self._at  # not this object: it ends with its last owner
        rule = (lambda: reply(at.note)) if self.by_rule else None
        answers = Answers(space, embedding, rule, self.store.faults)
        self._size = len(answers.vectors(["size"])[0])
        return answers

    def settings(self) -> dict[str, Any]:
        """What the library's `Store` is made with, beside place, namespace and server."""
        return {"size": self._size, "infer": self.extracts, "model": "extractor"}

    @staticmethod
    def reply(note: Note) -> str | Calls:
        """What the stand-in extractor says to the library's question about `note`."""
        raise NotImplementedError

    def write(self, episode: Episode) -> None:
        for note in episode.notes:
            self._at.note = note
            about = note.model_dump(include={"date", "author", "about", "session"})
            self._ask("write", text=note.text, source=note.id, **about)

    def sleep(self) -> None:
        self._ask("sleep")

    def read(self, query: Query) -> list[Recall]:
        rows = self._ask("read", prompt=query.prompt, limit=query.items)
        recalls = [
            Recall(
                text=row["text"],
                sources=tuple(row.get("sources", ())),
                score=None if row.get("score") is None else round(float(row["score"]), 6),
            )
            for row in rows
        ]
        # In the library's order; of equal scores, content decides.
        return sorted(recalls, key=lambda r: (-(r.score or 0.0), r.text, r.sources))

    def _ask(self, do: str, **given: Any) -> Any:
        return self.child.call(do, self.answers, store=self._store, **given)
