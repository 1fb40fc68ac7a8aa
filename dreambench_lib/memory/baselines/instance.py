"""B5: instance memory, one item per note."""

from __future__ import annotations

from dreambench_lib.memory.baselines.notes import Notes
from dreambench_lib.memory.lexical import coverage, files_named, tokens
from dreambench_lib.records import Note, Query, Recall


class Instance(Notes):
    """Every note in full, ranked by shared words + scope + files; time plays no part.

    All three terms lie in [0, 1]. Unlike the published one it keeps every note of a session, not
    only the first, and a note without a shared word ranks low instead of being left out.
    """

    def read(self, query: Query) -> list[Recall]:
        asked = tokens(query.prompt)
        recalls = [_recall(note, query, asked) for note in self._notes.values()]
        return sorted(recalls, key=lambda r: (-(r.score or 0.0), r.text, r.sources))


def _recall(note: Note, query: Query, asked: frozenset[str]) -> Recall:
    held = tokens(note.text)
    lexical = coverage(asked, held)
    scope = float(note.about == query.project)
    files = files_named(query.files, held)
    return Recall(
        text=note.text,
        sources=(note.id,),
        score=lexical + scope + files,
        decision=f"words {lexical:.3f} + scope {scope:.0f} + files {files:.3f}",
    )
