"""B2: a vector per note, ranked by similarity alone."""

from __future__ import annotations

from dreambench_lib.memory.baselines.notes import IndexedNotes
from dreambench_lib.memory.embedders import embedder
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Query, Recall


class Vectors(IndexedNotes):
    """Every note in full, by similarity to the prompt; no scope, no files, no time.

    The published one cut each episode at 220 characters when writing, before any event.
    """

    def __init__(self, space: Space, embedding: str = "lexical") -> None:
        super().__init__(space)
        self._embedder = embedder(embedding, space)

    def read(self, query: Query) -> list[Recall]:
        near = self._embedder.similarities(query.prompt, self._index)
        recalls = []
        for number in self._index.best(near):
            note, score = self._held[number], float(near[number])
            recalls.append(
                Recall(
                    text=note.text,
                    sources=(note.id,),
                    score=score,
                    decision=f"similarity {score:.3f}",
                )
            )
        return sorted(recalls, key=lambda r: (-(r.score or 0.0), r.text, r.sources))
