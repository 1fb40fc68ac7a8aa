"""random-k: a control that shows what being shown at all is worth."""

from __future__ import annotations

from dreambench_lib.canonical import sha256
from dreambench_lib.memory.baselines.notes import Notes
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Query, Recall


class RandomK(Notes):
    """Every note in an order drawn by hash: fixed within a namespace, whatever the task."""

    def __init__(self, space: Space) -> None:
        super().__init__(space)
        self._namespace = space.namespace

    def read(self, query: Query) -> list[Recall]:
        notes = sorted(
            self._notes.values(), key=lambda note: (sha256([self._namespace, note.id]), note.id)
        )
        return [Recall(text=n.text, sources=(n.id,), decision="by lot") for n in notes]
