"""The sleep operators: named functions in a list, so an ablation is the list without one.

Each takes the store and the episodes that are new since the last sleep. None can reach raw
evidence except to add to it. Operators that only some conditions run have files of their own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from dreambench_lib.canonical import sha256
from dreambench_lib.memory.probe import extract as rules
from dreambench_lib.memory.probe.items import CLAIMS, Item, Provenance
from dreambench_lib.memory.probe.repair import repair
from dreambench_lib.memory.probe.store import Store
from dreambench_lib.records import Episode

Operator = Callable[[Store, Sequence[Episode]], None]


def keep_raw(store: Store, new: Sequence[Episode]) -> None:
    """A capsule for every note that says anything."""
    known = _projects(store)
    for episode in new:
        for note in filter(lambda one: one.text, episode.notes):
            store.add_capsule(rules.capsule(note, episode.id, store.tick, known))


def consolidate(store: Store, new: Sequence[Episode]) -> None:
    """Typed items, by rule."""
    known = _projects(store)
    for episode in new:
        for note in episode.notes:
            for item in rules.extract(note, episode.id, store.tick, known):
                store.add(item, "consolidate")


def repair_fields(store: Store, new: Sequence[Episode]) -> None:
    """Put away the fields that were replaced, withdrawn, disproved or overruled, and only those."""
    settle(store, lambda item: item)


def settle(store: Store, seen_as: Callable[[Item], Item]) -> None:
    """Repair with every fact seen as `seen_as` gives it (with another reach, say)."""
    facts = [item for item in store.items.values() if item.type != "contradiction"]
    # What waits for review decides nothing.
    outcome = repair(seen_as(item) for item in facts if item.status != "requires_review")
    replaces: dict[str, set[str]] = defaultdict(set)
    clashes: dict[str, set[str]] = defaultdict(set)
    for identity, fate in outcome.fates.items():
        if fate.relation in ("supersedes", "overrules"):
            replaces[fate.by].add(identity)
    for one, other in outcome.conflicts:
        clashes[one].add(other)
        clashes[other].add(one)
    for item in facts:
        status, reason, by = item.status, "stands", ""
        if item.id in outcome.fates:
            status, relation, by = outcome.fates[item.id]
            reason = f"{relation} by {by}"
        elif item.id in outcome.scopes:
            scope, author = outcome.scopes[item.id]
            reason = f"narrows_scope to {' '.join(scope)} by {author}"
        if not by and status != "requires_review":
            status = "active"
        update = {
            "status": status,
            "superseded_by": (by,) if item.id in replaces[by] else (),
            "supersedes": tuple(sorted(replaces[item.id])),
            "contradicts": tuple(sorted(clashes[item.id])),
            "narrowed_to": outcome.scopes[item.id][0] if item.id in outcome.scopes else (),
        }
        store.revise(item.model_copy(update=update), "repair_fields", reason)
    records = [_contradiction(store, sorted(pair)) for pair in outcome.conflicts]
    for record in records:
        store.add(record, "repair_fields")
    open_now = {record.id for record in records}
    for item in list(store.items.values()):
        if item.type == "contradiction":
            status = "active" if item.id in open_now else "deleted"
            store.revise(item.model_copy(update={"status": status}), "repair_fields", status)


def suppress_stale(store: Store, new: Sequence[Episode]) -> None:
    """The more of a note is put away, the staler its other fields; speculation goes to review."""
    age_fields(store)
    for item in list(store.items.values()):
        if item.risk_score >= 0.9 and item.status == "active":
            update = {"status": "requires_review"}
            store.revise(item.model_copy(update=update), "suppress_stale", "speculation")


def age_fields(store: Store) -> None:
    """Set each field's staleness to the share of its note that was put away."""
    fields: dict[tuple[str, ...], list[Item]] = {}
    for item in store.items.values():
        if item.fact and item.fact.kind in CLAIMS:
            fields.setdefault(item.sources, []).append(item)
    for item in list(store.items.values()):
        told = fields.get(item.sources, [])
        gone = sum(other.status in ("superseded", "stale", "deleted") for other in told)
        update = {"staleness_score": gone / len(told) if told else 0.0}
        store.revise(item.model_copy(update=update), "suppress_stale", f"{gone} fields put away")


def ground(store: Store, new: Sequence[Episode]) -> None:
    """What has no provenance, or a value its own evidence does not contain, goes to review."""
    for item in list(store.items.values()):
        value = item.fact.value if item.fact and item.fact.kind in ("value", "mention") else ""
        if item.provenance.populated() and value.lower() in item.content.lower():
            continue
        update = {
            "status": "requires_review" if item.status == "active" else item.status,
            "confidence": min(item.confidence, 0.3),
            "risk_score": max(item.risk_score, 0.5),
            "retrieval_tags": tuple(sorted({*item.retrieval_tags, "ungrounded"})),
        }
        store.revise(item.model_copy(update=update), "ground", "ungrounded")


OPERATORS: tuple[Operator, ...] = (keep_raw, consolidate, repair_fields, suppress_stale, ground)


def without(*names: str) -> tuple[Operator, ...]:
    """The operators less the named ones: an ablation.

    >>> [operator.__name__ for operator in without("repair_fields", "ground")]
    ['keep_raw', 'consolidate', 'suppress_stale']
    """
    return tuple(operator for operator in OPERATORS if operator.__name__ not in names)


def _projects(store: Store) -> frozenset[str]:
    """All projects that any note so far was about."""
    return frozenset(n.about for episode in store.episodes.values() for n in episode.notes)


def _contradiction(store: Store, pair: Sequence[str]) -> Item:
    """A record of two facts between which nothing decides; it only names them."""
    first, second = (store.items[identity] for identity in pair)
    content = f"{first.id} contradicts {second.id}"
    sources = tuple(sorted({*first.sources, *second.sources}))
    return Item(
        id="mem_" + sha256([content, list(sources)])[:12],
        content=content,
        type="contradiction",
        provenance=Provenance(human_feedback_ids=sources),
        write_reason="same field, same time, different values",
        repo_scope=first.repo_scope,
        created_at=store.tick,
        updated_at=store.tick,
        confidence=min(0.8, first.confidence, second.confidence),
        utility_score=0.55,
        risk_score=0.35,
        contradicts=tuple(pair),
        sources=sources,
        session=max(first.session, second.session),
        date=max(first.date, second.date),
    )
