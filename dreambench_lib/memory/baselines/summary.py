"""B4: one summary per session, made of the session's most typical sentences."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from dreambench_lib.memory.baselines.episodes import Episodes, in_order
from dreambench_lib.memory.lexical import coverage, tokens
from dreambench_lib.memory.sentences import Piece, fit, sentences, share, sources
from dreambench_lib.records import Episode, Note, Query, Recall


class Summaries(Episodes):
    """A session's sentences by how typical their words are, as many as its share of words takes.

    Extractive (Nenkova and Vanderwende 2005, "SumBasic", without its redundancy step). The
    published one kept the first 220 characters of what the agent printed, and no event.
    """

    def read(self, query: Query) -> list[Recall]:
        asked = tokens(query.prompt)
        limit = share(query, len(self._episodes))
        recalls = []
        for episode in self._episodes.values():
            if kept := summary(episode, limit):
                text = "\n".join(piece.text for piece in kept)
                words, scope = coverage(asked, tokens(text)), episode.project == query.project
                recalls.append(
                    Recall(
                        text=text,
                        sources=sources(kept),
                        score=words + scope,
                        decision=f"words {words:.3f} + scope {scope:d}",
                    )
                )
        return sorted(recalls, key=lambda r: (-(r.score or 0.0), r.text, r.sources))


def summary(episode: Episode, limit: int) -> tuple[Piece, ...]:
    """The summary, a piece per note, in the order the notes were written."""
    return _summary(tuple(in_order(episode)), limit)


@lru_cache(maxsize=256)
def _summary(notes: tuple[Note, ...], limit: int) -> tuple[Piece, ...]:
    told = [
        (place, Piece(sentence, (note.id,)))
        for note in notes
        for place, sentence in enumerate(sentences(note.text))
    ]
    counts = Counter(word for _, piece in told for word in tokens(piece.text))

    def typical(piece: Piece) -> float:
        words = tokens(piece.text)
        return sum(counts[word] for word in words) / max(1, len(words))

    best = sorted(told, key=lambda row: (-typical(row[1]), row[1], row[0]))
    # A sentence that stands twice in a note is told once.
    kept = set(fit(dict.fromkeys(piece for _, piece in best), limit))
    pieces = []
    for note in notes:
        mine = list(dict.fromkeys(Piece(s, (note.id,)) for s in sentences(note.text)))
        said = [piece.text for piece in mine if piece in kept]
        if said:
            whole = len(said) == len(mine)
            pieces.append(Piece(note.text if whole else " ".join(said), (note.id,)))
    return tuple(pieces)
