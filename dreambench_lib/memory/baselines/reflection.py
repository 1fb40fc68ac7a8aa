"""B3: reflections, one sentence of advice per note."""

from __future__ import annotations

from dreambench_lib.memory.baselines.notes import IndexedNotes
from dreambench_lib.memory.embedders import embedder
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Note, Query, Recall


class Reflections(IndexedNotes):
    """Each note turned into a lesson that names its session, author and subject; scope counts.

    The published one reflected on the first event of a session only, cut at 220 characters.
    """

    def __init__(self, space: Space, embedding: str = "lexical") -> None:
        super().__init__(space)
        self._embedder = embedder(embedding, space)

    def text(self, note: Note) -> str:
        return reflect(note)

    def read(self, query: Query) -> list[Recall]:
        near = self._embedder.similarities(query.prompt, self._index)
        here = self.about(query.project)
        recalls = []
        for number in self._index.best(near + here):
            similarity, scope = float(near[number]), bool(here[number])
            recalls.append(
                Recall(
                    text=self._index.text(number),
                    sources=(self._held[number].id,),
                    score=similarity + scope,
                    decision=f"similarity {similarity:.3f} + scope {scope:d}",
                )
            )
        return sorted(recalls, key=lambda r: (-(r.score or 0.0), r.text, r.sources))


def reflect(note: Note) -> str:
    """The lesson of one note, from a template; a model would word it, and might lose something."""
    return (
        f"Lesson of session {note.session}: in work on {note.about}, "
        f"heed what the {note.author} wrote: {note.text}"
    )
