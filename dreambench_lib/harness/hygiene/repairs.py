"""Contradiction repair: whether a typed store put the old fact away, kept the new one, and why.

A contradiction is a sealed pair: a fact that is superseded, overruled or disproved, and what
governs its slot now. Only facts with a minted value count, since a way of working has no one
wording by which a typed item could be told. A store is asked at the scored read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from dreambench_lib.harness.hygiene.rates import Rate
from dreambench_lib.harness.hygiene.relive import Life, Past
from dreambench_lib.traps.mint import Instance

OLD = ("superseded", "overruled", "disproved")
RELATIONS: Mapping[str, frozenset[str]] = {
    "superseded": frozenset({"supersedes", "withdraws"}),
    "overruled": frozenset({"overrules"}),
    "disproved": frozenset({"disproves", "withdraws"}),
}
"""What a store may call it when a fact of this status is put away."""
_RELATED = tuple(f"{name} by " for name in sorted(frozenset().union(*RELATIONS.values())))
AWAY = frozenset({"superseded", "stale", "deleted"})

Item = Mapping[str, Any]


class Repair(NamedTuple):
    """One contradiction of one cell, as its store has it; all of 0 and 1."""

    condition: str
    trap_id: str
    seed: int
    fact: str
    """The old one."""
    status: str
    """Sealed: superseded, overruled or disproved."""
    typed: int
    """The store holds the old value as a typed field; without it there is nothing to repair."""
    old: int
    """Every field that holds the old value is put away."""
    new: int
    """The value that governs is held and in force; 1 where no value does."""
    relation: int
    """Put away by evidence about the same slot that governs, for the right reason."""

    @property
    def right(self) -> int:
        """All three."""
        return self.old & self.new & self.relation


def repairs_of(life: Life, instance: Instance) -> list[Repair]:
    """Every contradiction of a cell whose store is typed; none for another memory."""
    fields: list[Item] = [item for item in life.items if item["fact"]]
    if not fields:
        return []
    # Later operators write history too; only repair says "supersedes by …".
    why = {c["item"]: c["reason"] for c in life.changes if c["reason"].startswith(_RELATED)}
    return [
        _repair(life, instance, fact, fields, why)
        for fact in sorted(instance.values)
        if instance.minted(fact) and instance.template.fact(_base(fact)).status in OLD
    ]


def _base(fact: str) -> str:
    return fact.partition("@")[0]


def _repair(
    life: Life, instance: Instance, fact: str, fields: list[Item], why: Mapping[str, str]
) -> Repair:
    template = instance.template
    slot, status = template.fact(_base(fact)).slot, template.fact(_base(fact)).status
    ruling = f"{slot}.{template.current[slot]}" if slot in template.current else ""
    held = _holding(fields, instance.values[fact])
    old = bool(held) and all(item["status"] in AWAY for item in held)
    new = [i for value in _values(instance, ruling) for i in _holding(fields, value)]
    sources = {item["id"]: item["sources"] for item in fields}

    def settled(item: Item) -> bool:
        relation, _, by = why.get(item["id"], "").partition(" by ")
        carried = {f for note in sources.get(by, ()) for f in instance.carried.get(note, ())}
        rulers = [template.fact(_base(f)) for f in carried]
        right = any(r.slot == slot and r.status in ("current", "support") for r in rulers)
        return right and relation in RELATIONS[status]

    return Repair(
        life.key.condition, life.key.trap_id, life.key.seed, fact, status,
        typed=int(bool(held)),
        old=int(old),
        new=int(not ruling or any(item["status"] == "active" for item in new)),
        relation=int(old and all(settled(item) for item in held)),
    )  # fmt: skip


def _holding(fields: list[Item], value: str) -> list[Item]:
    return [
        item
        for item in fields
        if item["fact"]["kind"] in ("value", "mention") and item["fact"]["value"] == value
    ]


def _values(instance: Instance, ruling: str) -> list[str]:
    return [value for fact, value in instance.values.items() if ruling and _base(fact) == ruling]


def repairs(
    folder: Path,
    conditions: Iterable[str] | None = None,
    root: Path | None = None,
    tick: Callable[[], None] = lambda: None,
) -> list[Repair]:
    """Every contradiction in every typed store of a run, by its first agent.

    Args:
        conditions: Only these.
        root: The folder of a run's private traps.
        tick: Called after each cell.
    """
    past, records = Past.of(folder, root)
    wanted = set(conditions if conditions is not None else past.plan.conditions)
    sleeps = {name: past.operators(name) for name in sorted(wanted)}
    known: dict[tuple[object, ...], list[Repair]] = {}
    found = []
    for record in records:
        key = record.key
        if key.agent != past.plan.agents[0] or not sleeps.get(key.condition) or not record.sessions:
            continue
        # Reading changes no store: memories that sleep alike hold the same.
        place = (sleeps[key.condition], key.trap_id, key.seed)
        if place not in known:
            known[place] = repairs_of(past.live(record), past.mint(key))
        found += [one._replace(condition=key.condition) for one in known[place]]
        tick()
    return found


REPAIRED: Mapping[str, tuple[str, str]] = {
    "repair_accuracy": ("repaired: old, new and relation right", "contradictions"),
    "repair_old": ("old values put away", "contradictions"),
    "repair_new": ("governing values in force", "contradictions"),
    "repair_relation": ("put away for the right reason by the right evidence", "contradictions"),
    "repair_typed": ("old values held as typed fields", "contradictions"),
}
"""Metrics by name: what is counted, out of what. Undefined where no store is typed."""


def repair_rates(found: Iterable[Repair], conditions: Iterable[str]) -> dict[str, dict[str, Rate]]:
    """By condition, then by metric."""
    parts: dict[str, dict[str, dict[str, tuple[int, int]]]] = {
        condition: {metric: {} for metric in REPAIRED} for condition in conditions
    }
    for one in (one for one in found if one.condition in parts):
        values = (one.right, one.old, one.new, one.relation, one.typed)
        for metric, value in zip(REPAIRED, values, strict=True):
            counts = parts[one.condition][metric]
            hits, size = counts.get(one.trap_id, (0, 0))
            counts[one.trap_id] = (hits + value, size + 1)
    return {c: {m: Rate(counts) for m, counts in rows.items()} for c, rows in parts.items()}
