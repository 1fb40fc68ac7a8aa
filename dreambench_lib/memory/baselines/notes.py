"""What the baselines that keep every note share: the keeping."""

from __future__ import annotations

from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Episode, Note


class Notes:
    """Keeps every note in full, once."""

    def __init__(self, space: Space) -> None:
        self._notes: dict[str, Note] = {}

    def write(self, episode: Episode) -> None:
        for note in episode.notes:
            self._notes.setdefault(note.id, note)

    def sleep(self) -> None:
        pass
