"""Counterfactual replay by rule: what would have gone otherwise, asked of every failure report.

As published it runs where evidence speaks of failure, and writes an artifact that waits for
review and, where the report names something concrete, a failure memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from dreambench_lib.memory.probe.items import Item, ItemType, Provenance, item_id
from dreambench_lib.memory.probe.literals import mask
from dreambench_lib.memory.probe.readings import NOTES, dated
from dreambench_lib.memory.probe.store import Store
from dreambench_lib.memory.sentences import sentences
from dreambench_lib.records import Episode, Lifecycle, Note

_FAILURE = re.compile(
    r"\b(?:fail\w*|error\w*|broke\w*|crash\w*|incident|regress\w*|reject\w*|hung|timed? ?out"
    r"|outage|wrong|lost|corrupt\w*|exception|traceback)\b",
    re.I,
)


def reports(new: Sequence[Episode]) -> Iterator[tuple[Episode, Note, tuple[str, ...]]]:
    """Notes that speak of failure, with the sentences that do."""
    for episode in new:
        for note in episode.notes:
            if told := _failures(note.text):
                yield episode, note, told


def replay(store: Store, new: Sequence[Episode]) -> None:
    """An artifact per failure report, and a failure memory for its concrete sentences."""
    for episode, note, told in reports(new):
        made: list[tuple[str, ItemType, Lifecycle]] = [
            (f"Had this been known before: {told[0]}", "dream_artifact", "requires_review")
        ]
        if concrete := _concrete(told):
            made.append((concrete, "failure", "active"))
        for content, kind, status in made:
            scores = _SCORES[kind]
            store.add(artifact(store, episode, note, content, kind, status, scores), "replay")


@lru_cache(maxsize=NOTES)
def _failures(text: str) -> tuple[str, ...]:
    return tuple(said for said in sentences(text) if _FAILURE.search(said))


@lru_cache(maxsize=NOTES)
def _concrete(told: tuple[str, ...]) -> str:
    return " ".join(said for said in told if mask(said).found)


Scores = tuple[float, float, float]
"""Confidence, utility and risk."""
_SCORES: dict[ItemType, Scores] = {
    "dream_artifact": (0.45, 0.65, 0.4),
    "failure": (0.55, 0.7, 0.3),
}
"""As published for replay by rule."""


def artifact(
    store: Store, episode: Episode, note: Note, content: str, kind: ItemType, status: Lifecycle,
    scores: Scores,
) -> Item:  # fmt: skip
    """What a replay wrote, as an item of the note it replayed."""
    return dated([_artifact(note, content, kind, status, scores)], episode.id, store.tick)[0]


@lru_cache(maxsize=NOTES)
def _artifact(
    note: Note, content: str, kind: ItemType, status: Lifecycle, scores: Scores
) -> Item:  # fmt: skip
    confidence, utility, risk = scores
    return Item(
        id=item_id(f"{kind} {content}", (note.id,), None, note.about),
        content=content,
        type=kind,
        provenance=Provenance(human_feedback_ids=(note.id,)),
        write_reason="replay of a failure report",
        status=status,
        repo_scope=note.about,
        confidence=confidence,
        utility_score=utility,
        risk_score=risk,
        sources=(note.id,),
        session=note.session,
        date=note.date,
        author=note.author,
    )
