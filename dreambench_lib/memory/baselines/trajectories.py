"""B1: raw trajectories, one item per session."""

from __future__ import annotations

from dreambench_lib.memory.baselines.episodes import Episodes, trajectory
from dreambench_lib.memory.lexical import jaccard, tokens
from dreambench_lib.memory.sentences import Piece, fit, share, sources
from dreambench_lib.records import Query, Recall


class Trajectories(Episodes):
    """Whole sessions ranked by word overlap with the prompt, each within its share of the budget.

    The published one showed the first 800 characters, with the events last, so none was ever seen.
    """

    def read(self, query: Query) -> list[Recall]:
        asked = tokens(query.prompt)
        limit = share(query, len(self._episodes))
        recalls = [
            _recall(trajectory(episode), asked, limit) for episode in self._episodes.values()
        ]
        return sorted(recalls, key=lambda r: (-(r.score or 0.0), r.text, r.sources))


def _recall(pieces: list[Piece], asked: frozenset[str], limit: int) -> Recall:
    score = jaccard(asked, tokens("\n".join(piece.text for piece in pieces)))
    kept = fit(pieces, limit)
    return Recall(
        text="\n".join(piece.text for piece in kept),
        sources=sources(kept),
        score=score,
        decision=f"overlap {score:.3f}, {len(kept)} of {len(pieces)} parts",
    )
