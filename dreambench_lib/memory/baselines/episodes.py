"""What the baselines that keep whole sessions share: the keeping, and a session in pieces."""

from __future__ import annotations

from dreambench_lib.memory.protocol import Space
from dreambench_lib.memory.sentences import Piece
from dreambench_lib.records import Episode, Note


class Episodes:
    """Keeps every episode, once."""

    def __init__(self, space: Space) -> None:
        self._episodes: dict[str, Episode] = {}

    def write(self, episode: Episode) -> None:
        self._episodes.setdefault(episode.id, episode)

    def sleep(self) -> None:
        pass


def in_order(episode: Episode) -> list[Note]:
    """An episode's notes by document date; the order they were given in plays no part."""
    return sorted(episode.notes, key=lambda note: (note.date, note.text, note.id))


def trajectory(episode: Episode) -> list[Piece]:
    """A whole session, the notes first: what an agent did is long, what it was told is short."""
    told = [Piece(f"{n.author}: {n.text}", (n.id, episode.id)) for n in in_order(episode)]
    did = {"Task": episode.prompt, "Output": episode.output, "Change": episode.diff}
    return told + [Piece(f"{name}: {text}", (episode.id,)) for name, text in did.items() if text]
