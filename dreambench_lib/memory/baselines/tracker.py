"""B7: one growing task tracker."""

from __future__ import annotations

import re

from dreambench_lib.memory.baselines.episodes import Episodes, in_order
from dreambench_lib.memory.sentences import Piece, fit, sentences, sources
from dreambench_lib.records import Query, Recall

SECTIONS = ("next", "todo", "decision", "open issue", "heard", "done")
"""In the order they are shown; a note without a label was heard."""
_LABEL = re.compile(rf"^\s*(?:\W*)({'|'.join(SECTIONS)})s?\s*:", re.I | re.M)


class Tracker(Episodes):
    """One item: what is next, to do, decided, open and heard, newest first, then what was done.

    The published one kept labelled lines only, and no event of the benchmark is labelled.
    """

    def read(self, query: Query) -> list[Recall]:
        lists: dict[str, list[Piece]] = {name: [] for name in SECTIONS}
        for episode in sorted(self._episodes.values(), key=lambda e: (-e.session, e.id)):
            for note in reversed(in_order(episode)):
                label = _LABEL.search(note.text)
                section = label[1].lower() if label else "heard"
                lists[section].append(Piece(note.text, (note.id,)))
            task = next(iter(sentences(episode.prompt)), "")
            lists["done"].append(Piece(f"session {episode.session}: {task}", (episode.id,)))
        pieces = [
            Piece(f"- {name}: {piece.text}", piece.sources)
            for name, entries in lists.items()
            for piece in entries
        ]
        if not pieces:
            return []
        kept = fit(pieces, query.words)
        text = "\n".join(piece.text for piece in kept)
        return [
            Recall(
                text=text,
                sources=sources(kept),
                decision=f"{len(kept)} of {len(pieces)} entries",
            )
        ]
