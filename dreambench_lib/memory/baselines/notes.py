"""What the baselines that keep every note share: the keeping."""

from __future__ import annotations

from dreambench_lib.memory.index import Index, Numbers, Postings
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Episode, Note


class Notes:
    """Keeps every note in full, once."""

    def __init__(self, space: Space) -> None:
        self._notes: dict[str, Note] = {}

    def write(self, episode: Episode) -> None:
        for note in episode.notes:
            if note.id not in self._notes:
                self._notes[note.id] = note
                self._add(note)

    def _add(self, note: Note) -> None:
        """Take in a note that was not there."""

    def sleep(self) -> None:
        pass


class IndexedNotes(Notes):
    """Keeps every note, and an index of what is shown of each."""

    def __init__(self, space: Space) -> None:
        super().__init__(space)
        self._held: list[Note] = []
        self._projects = Postings()
        self._index = Index()

    def text(self, note: Note) -> str:
        """What is shown of a note."""
        return note.text

    def about(self, project: str) -> Numbers:
        """Per note, 1 where it is about `project`."""
        return self._projects.shared({project})

    def _add(self, note: Note) -> None:
        self._held.append(note)
        self._projects.add({note.about})
        self._index.add(self.text(note), note.id)
