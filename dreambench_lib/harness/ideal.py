"""`ideal`: the governing facts' plain sentences, injected from sealed facts (a ceiling)."""

from __future__ import annotations

from ..records import Episode, Query, Recall
from ..traps.mint import Instance


class Ideal:
    """Shows what a perfect memory would: only governing facts whose notes have arrived."""

    def __init__(self, instance: Instance) -> None:
        self._says = instance.says()
        self._known: set[str] = set()

    def write(self, episode: Episode) -> None:
        self._known |= {note.id for note in episode.notes}

    def sleep(self) -> None:
        """Nothing to do: it holds the truth."""

    def read(self, query: Query) -> list[Recall]:
        return [
            Recall(text=sentence, sources=sources, decision="governing")
            for _, sentence, sources in self._says
            if self._known & set(sources)
        ]
