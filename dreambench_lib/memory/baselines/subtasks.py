"""B6: one item per subtask, with what was learned for it."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from dreambench_lib.memory.baselines.episodes import Episodes, in_order
from dreambench_lib.memory.budget import words as count
from dreambench_lib.memory.lexical import coverage, files_named, tokens
from dreambench_lib.memory.sentences import Piece, fit, sentences, share, sources
from dreambench_lib.records import Episode, Query, Recall

MOST = 3
"""Subtasks per session, as published."""


class Subtasks(Episodes):
    """Up to three parts of each session's task, each with the notes that are closest to it.

    The published one stored the agent's actions, which were one command line without content.
    """

    def read(self, query: Query) -> list[Recall]:
        items = [item for episode in self._episodes.values() for item in subtasks(episode)]
        limit = share(query, len(items))
        recalls = [_recall(item, query, limit) for item in items]
        return sorted(recalls, key=lambda r: (-(r.score or 0.0), r.text, r.sources))


class Subtask(NamedTuple):
    """A part of a session's task with what was learned for it, closest first."""

    project: str
    head: Piece
    learned: list[Piece]


def subtasks(episode: Episode) -> list[Subtask]:
    """An episode's subtasks that something was learned for."""
    parts = sentences(episode.prompt)[:MOST] or ("all of it",)
    words = [tokens(part) for part in parts]
    filed: dict[int, list[tuple[float, Piece]]] = defaultdict(list)
    for note in in_order(episode):
        near = [coverage(asked, tokens(note.text)) for asked in words]
        place = near.index(max(near))
        filed[place].append((-near[place], Piece(note.text, (note.id,))))
    return [
        Subtask(
            episode.project,
            Piece(f"For: {parts[place]}", (episode.id,)),
            [piece for _, piece in sorted(filed[place], key=lambda row: row[0])],
        )
        for place in sorted(filed)
    ]


def _recall(item: Subtask, query: Query, limit: int) -> Recall:
    held = tokens("\n".join(piece.text for piece in (item.head, *item.learned)))
    lexical = coverage(tokens(query.prompt), held)
    scope, files = item.project == query.project, files_named(query.files, held)
    kept = [item.head, *fit(item.learned, limit - count(item.head.text))]
    return Recall(
        text="\n".join(piece.text for piece in kept),
        sources=sources(kept),
        score=lexical + scope + files,
        decision=f"words {lexical:.3f} + scope {scope:d} + files {files:.3f}",
    )
