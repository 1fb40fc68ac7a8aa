"""Writing what a repair decided: each field's status, links and scope, and what is unsettled."""

from __future__ import annotations

from collections.abc import Sequence

from dreambench_lib.canonical import sha256
from dreambench_lib.memory.probe.items import Item, Provenance
from dreambench_lib.memory.probe.kept import Kept, Seen
from dreambench_lib.memory.probe.repair import Repair
from dreambench_lib.memory.probe.settle import Relate
from dreambench_lib.memory.probe.store import Store


def as_is(item: Item) -> Item:
    """An item as it stands."""
    return item


def mend(
    store: Store,
    operator: str,
    seen_as: Seen = as_is,
    relate: Relate | None = None,
) -> None:
    """Repair, with every fact seen as `seen_as` gives it (with another reach, say).

    What changed since the last time is repaired, and whatever that bears on; the rest stands as it
    would if all were repaired again.
    """
    kept = store.shelf.setdefault(operator, Kept(seen_as, relate))
    assert isinstance(kept, Kept)
    news = store.since(operator)
    facts = [item for item in news if item.fact and item.type != "contradiction"]
    # What waits for review decides nothing.
    waits = {item.id for item in facts if item.status == "requires_review"}
    changed = kept.update((item for item in facts if item.id not in waits), waits)
    for item in store.in_order(changed | {item.id for item in news}):
        if item.type != "contradiction":
            _write(store, operator, item, kept.repair)
    records = {item.id for item in news if item.type == "contradiction"}
    for item in store.in_order(records):
        for identity in item.contradicts:
            kept.records[identity].add(item.id)
    for pair in kept.repair.conflicts(changed):
        record = _contradiction(store, sorted(pair))
        store.add(record, operator)
        for identity in pair:
            kept.records[identity].add(record.id)
    for identity in changed:
        records |= kept.records.get(identity, set())
    for item in store.in_order(records):
        status = "active" if _open(item, kept.repair) else "deleted"
        store.alter(item, {"status": status}, operator, status)


def _write(store: Store, operator: str, item: Item, repair: Repair) -> None:
    fate, scope = repair.fate(item.id), repair.scope(item.id)
    status, reason = item.status, "stands"
    if fate:
        status, reason = fate.status, f"{fate.relation} by {fate.by}"
    elif scope:
        reason = f"narrows_scope to {' '.join(scope.parts)} by {scope.by}"
    if not fate and status != "requires_review":
        status = "active"
    update = {
        "status": status,
        "superseded_by": (fate.by,) if fate and item.id in repair.replaced(fate.by) else (),
        "supersedes": tuple(sorted(repair.replaced(item.id))),
        "contradicts": tuple(sorted(repair.clashes(item.id))),
        "narrowed_to": scope.parts if scope else (),
    }
    store.alter(item, update, operator, reason)


def _open(record: Item, repair: Repair) -> bool:
    first, *others = record.contradicts or ("",)
    return bool(others) and set(others) <= repair.clashes(first)


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
