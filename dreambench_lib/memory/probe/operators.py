"""The sleep operators: named functions in a list, so an ablation is the list without one.

Each takes the store and the episodes that are new since the last sleep. None can reach raw
evidence except to add to it. Operators that only some conditions run have files of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dreambench_lib.memory.probe import readings
from dreambench_lib.memory.probe.items import CLAIMS, Item
from dreambench_lib.memory.probe.mend import mend
from dreambench_lib.memory.probe.store import Store
from dreambench_lib.records import Episode

Operator = Callable[[Store, Sequence[Episode]], None]


def keep_raw(store: Store, new: Sequence[Episode]) -> None:
    """A capsule for every note that says anything."""
    known = store.projects
    for episode in new:
        for note in filter(lambda one: one.text, episode.notes):
            store.add_capsule(readings.capsule(note, episode.id, store.tick, known))


def consolidate(store: Store, new: Sequence[Episode]) -> None:
    """Typed items, by rule."""
    known = store.projects
    for episode in new:
        for note in episode.notes:
            for item in readings.extract(note, episode.id, store.tick, known):
                store.add(item, "consolidate")


def repair_fields(store: Store, new: Sequence[Episode]) -> None:
    """Put away the fields that were replaced, withdrawn, disproved or overruled, and only those."""
    mend(store, "repair_fields")


def suppress_stale(store: Store, new: Sequence[Episode]) -> None:
    """The more of a note is put away, the staler its other fields; speculation goes to review."""
    for item in age_fields(store, "suppress_stale"):
        item = store.items[item.id]
        if item.risk_score >= 0.9 and item.status == "active":
            update = {"status": "requires_review"}
            store.alter(item, update, "suppress_stale", "speculation")


def age_fields(store: Store, operator: str) -> list[Item]:
    """Set each field's staleness to the share of its note that was put away.

    Only notes with a field that came or changed since the last time can have another share; what
    came or changed is returned.
    """
    news = store.since(operator)
    notes = {item.sources: store.derived(item.sources) for item in news}
    shares: dict[tuple[str, ...], tuple[int, int]] = {}
    for sources, held in notes.items():
        told = [item for item in held if item.fact and item.fact.kind in CLAIMS]
        gone = sum(item.status in ("superseded", "stale", "deleted") for item in told)
        shares[sources] = gone, len(told)
    for item in store.in_order({item.id for held in notes.values() for item in held}):
        gone, size = shares[item.sources]
        update = {"staleness_score": gone / size if size else 0.0}
        store.alter(item, update, "suppress_stale", f"{gone} fields put away")
    return news


def ground(store: Store, new: Sequence[Episode]) -> None:
    """What has no provenance, or a value its own evidence does not contain, goes to review."""
    for item in store.since("ground"):
        value = item.fact.value if item.fact and item.fact.kind in ("value", "mention") else ""
        grounded = not value or value.lower() in store.evidence(item).lower()
        if grounded and item.provenance.populated():
            continue
        update = {
            "status": "requires_review" if item.status == "active" else item.status,
            "confidence": min(item.confidence, 0.3),
            "risk_score": max(item.risk_score, 0.5),
            "retrieval_tags": tuple(sorted({*item.retrieval_tags, "ungrounded"})),
        }
        store.alter(item, update, "ground", "ungrounded")


OPERATORS: tuple[Operator, ...] = (keep_raw, consolidate, repair_fields, suppress_stale, ground)


def without(*names: str) -> tuple[Operator, ...]:
    """The operators less the named ones: an ablation.

    >>> [operator.__name__ for operator in without("repair_fields", "ground")]
    ['keep_raw', 'consolidate', 'suppress_stale']
    """
    return tuple(operator for operator in OPERATORS if operator.__name__ not in names)
