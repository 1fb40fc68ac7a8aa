"""recency-only: a control that shows what order alone is worth."""

from __future__ import annotations

from dreambench_lib.memory.baselines.notes import Notes
from dreambench_lib.records import Query, Recall


class Recency(Notes):
    """Every note, newest first by (session, date, text)."""

    def read(self, query: Query) -> list[Recall]:
        newest = sorted(
            self._notes.values(), key=lambda n: (n.session, n.date, n.text, n.id), reverse=True
        )
        return [
            Recall(
                text=note.text,
                sources=(note.id,),
                score=float(note.session),
                decision=f"session {note.session}, {note.date}",
            )
            for note in newest
        ]
