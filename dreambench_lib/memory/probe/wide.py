"""Operators that repair more than a field: the whole store at once, or whole notes."""

from __future__ import annotations

from collections.abc import Sequence

from dreambench_lib.memory.probe.items import CLAIMS, Item
from dreambench_lib.memory.probe.mend import mend
from dreambench_lib.memory.probe.store import Store
from dreambench_lib.records import Episode


def repair_everywhere(store: Store, new: Sequence[Episode]) -> None:
    """Repair across all repositories and parts of the work, as if no fact had a scope."""
    mend(store, "repair_everywhere", unscoped)


def retire_notes(store: Store, new: Sequence[Episode]) -> None:
    """A note of which one field was replaced or narrowed is put away as a whole."""
    touched: dict[tuple[str, ...], Item] = {}
    for item in store.items.values():
        if item.fact and item.fact.kind in CLAIMS:
            if item.status in ("superseded", "stale") or item.narrowed_to:
                touched.setdefault(item.sources, item)
    for item in list(store.items.values()):
        cause = touched.get(item.sources)
        if cause and item.fact and item.status == "active":
            update = {"status": "superseded", "superseded_by": cause.superseded_by}
            store.alter(item, update, "retire_notes", f"with {cause.id}")


def unscoped(item: Item) -> Item:
    """An item as if it held in every repository and part of the work."""
    fact = item.fact
    if fact and fact.kind in CLAIMS:
        fact = fact.model_copy(update={"scope": ()})
    return item.model_copy(update={"repo_scope": None, "fact": fact})
