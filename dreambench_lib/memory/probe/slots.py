"""Blocking: which facts are about the same thing, found by index instead of by comparing all."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from dreambench_lib.memory.probe.items import Fact, Item
from dreambench_lib.memory.probe.stems import alike

WIDTH = 8
"""At most so many slots, the most recently used, are looked at per word of a key."""


_LEAD = re.compile(r"[A-Za-z]+[-_.:/#]")


class _Slot:
    def __init__(self, item: Item, fact: Fact, scope: tuple[str, ...]) -> None:
        self.items = [item]
        self.key = set(fact.key)
        self.shape = fact.shape
        self.family = family(fact)
        self.scope = scope


class Slots:
    """Facts by slot; facts must come oldest first.

    A fact joins a slot of its repository and scope when its key says the same, or when its
    sentence speaks of a change and shares a word of the key or the literal's family.
    """

    def __init__(self) -> None:
        self.comparisons = 0
        self._slots: list[_Slot] = []
        self._index: dict[tuple[str | None, str], list[int]] = defaultdict(list)

    def put(self, item: Item, scope: tuple[str, ...]) -> None:
        """File one fact under `scope` (its own, or the one it was narrowed to)."""
        fact = item.fact
        assert fact is not None
        names = [*fact.key, f"family {family(fact)}"]
        near = {number for name in names for number in self._index[item.repo_scope, name]}
        self.comparisons += len(near)
        score, number = max(
            ((_match(self._slots[number], fact, scope), number) for number in near),
            default=(0.0, -1),
        )
        if score > 0:
            slot = self._slots[number]
            slot.items.append(item)
            # The words that come back every time are what the slot is about.
            core = slot.key & set(fact.key)
            slot.key = core if len(core) > 1 else slot.key
        else:
            number = len(self._slots)
            self._slots.append(_Slot(item, fact, scope))
        for name in names:
            known = self._index[item.repo_scope, name]
            if number in known:
                known.remove(number)
            known.append(number)
            del known[:-WIDTH]

    def members(self) -> Iterable[list[Item]]:
        """Each slot's facts, oldest first."""
        return (slot.items for slot in self._slots)


def overlap(first: Iterable[str], second: Iterable[str]) -> bool:
    """Whether two scopes are the same part of the work (both whole, or sharing a word)."""
    a, b = set(first), set(second)
    return bool(a & b) if a or b else True


def _match(slot: _Slot, fact: Fact, scope: tuple[str, ...]) -> float:
    """How sure it is that a fact is about a slot's thing; 0 = it is not."""
    if not overlap(slot.scope, scope):
        return 0.0
    if slot.shape != fact.shape and {"number", "way"} & {slot.shape, fact.shape}:
        return 0.0
    shared = slot.key & set(fact.key)
    same = alike(slot.key, fact.key)
    if fact.shape == "way":
        # The verb's group is part of the key: without it nothing is the same way.
        verb = any(part.endswith(":") for part in shared)
        return same if verb and len(shared) > 1 and same >= 0.6 else 0.0
    kin = slot.family is not None and slot.family == family(fact)
    if slot.key == set(fact.key) or (len(shared) > 1 and same >= 0.6):
        return 1.0 + same + 0.5 * kin
    if fact.change and (kin or (same == 1.0 and slot.shape == fact.shape)):
        return 0.5 * same + 0.4 * kin
    return 0.0


def family(fact: Fact) -> tuple[str, str] | None:
    """Leading letters and form of a composed literal: ``QX-`` and ``2-5-3``."""
    lead = _LEAD.match(fact.value)
    return (lead[0], fact.shape) if lead and fact.shape != "words" else None
