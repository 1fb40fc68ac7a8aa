"""A0: one raw episode per session behind the gate, nothing typed."""

from __future__ import annotations

from collections.abc import Sequence

from dreambench_lib.memory.baselines.episodes import trajectory
from dreambench_lib.memory.probe.gate import ALL_TYPES
from dreambench_lib.memory.probe.items import Item, Provenance, item_id
from dreambench_lib.memory.probe.probe import Probe
from dreambench_lib.memory.probe.store import Store
from dreambench_lib.memory.sentences import fit, share, sources
from dreambench_lib.records import Episode, Query, Recall


def keep_episodes(store: Store, new: Sequence[Episode]) -> None:
    """A raw item for every episode."""
    for episode in new:
        content = "\n".join(piece.text for piece in trajectory(episode))
        if not content:
            continue
        store.add_capsule(
            Item(
                id=item_id(content, (episode.id,), None, episode.project),
                content=content,
                type="episodic",
                provenance=Provenance(
                    trajectory_ids=(episode.id,),
                    human_feedback_ids=tuple(sorted(note.id for note in episode.notes)),
                ),
                write_reason="raw episode",
                repo_scope=episode.project,
                created_at=store.tick,
                updated_at=store.tick,
                confidence=1.0,
                utility_score=0.35,
                risk_score=0.1,
                sources=(episode.id,),
                session=episode.session,
                date=max((note.date for note in episode.notes), default=""),
            )
        )


class WholeEpisodes(Probe):
    """Raw episodes, gated and scored like the probe's items, each within its share of the budget.

    The published one kept 1,200 characters, and the events came after them.
    """

    operators = (keep_episodes,)
    types = ALL_TYPES

    def read(self, query: Query) -> list[Recall]:
        recalls = super().read(query)
        limit = share(query, sum(recall.admitted for recall in recalls))
        return [self._fitted(recall, limit) for recall in recalls]

    def _fitted(self, recall: Recall, limit: int) -> Recall:
        kept = fit(trajectory(self.store.episodes[recall.sources[0]]), limit)
        text = "\n".join(piece.text for piece in kept)
        return recall.model_copy(update={"text": text, "sources": sources(kept)})
