"""B5: one item per note, found by shared words, scope and files."""

from __future__ import annotations

from dreambench_lib.memory.baselines.notes import IndexedNotes
from dreambench_lib.memory.lexical import tokens
from dreambench_lib.records import Query, Recall


class Instance(IndexedNotes):
    """Every note in full, ranked by shared words + scope + files; time plays no part.

    All three terms lie in [0, 1]. Unlike the published one it keeps every note of a session, not
    only the first, and a note without a shared word ranks low instead of being left out.
    """

    def read(self, query: Query) -> list[Recall]:
        words = self._index.coverage(tokens(query.prompt))
        scope, files = self.about(query.project), self._index.words.named(query.files)
        score = words + scope + files
        recalls = [
            Recall(
                text=self._held[number].text,
                sources=(self._held[number].id,),
                score=float(score[number]),
                decision=f"words {words[number]:.3f} + scope {scope[number]:.0f} "
                f"+ files {files[number]:.3f}",
            )
            for number in self._index.best(score)
        ]
        return sorted(recalls, key=lambda r: (-(r.score or 0.0), r.text, r.sources))
