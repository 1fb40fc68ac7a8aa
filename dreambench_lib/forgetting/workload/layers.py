"""Three layers at one question: what is stored, what a read recalls, what is answered.

An answer that does not mention a fact proves nothing about deletion, and a store that holds it
proves nothing about use: each layer gets a score of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from dreambench_lib.errors import Infra
from dreambench_lib.memory import budget as budgets
from dreambench_lib.memory.baselines.notes import Notes
from dreambench_lib.memory.baselines.nothing import Nothing
from dreambench_lib.memory.context import render
from dreambench_lib.memory.probe.probe import Probe
from dreambench_lib.memory.protocol import Memory
from dreambench_lib.records import Budget, Note, Query, Recall, ShownItem

LAYERS = ("stored", "recalled", "answered")


def stored(memory: Memory) -> str | None:
    """All text that a memory holds, whatever its lifecycle; None where it cannot be seen.

    A memory of somebody else's is seen if it has a method ``stored()`` that gives texts.
    """
    scan: Any = getattr(memory, "stored", None)
    if callable(scan):
        return "\n".join(map(str, scan()))
    for kind, look in _SCANS.items():
        if isinstance(memory, kind):
            return "\n".join(look(memory))
    return None


def recalled(memory: Memory, query: Query, budget: Budget) -> list[ShownItem]:
    """What a read returns, cut to the one budget as for any agent."""
    try:
        found = list(memory.read(query))
    except Infra:
        raise
    except Exception as fault:
        detail = " ".join(f"{type(fault).__name__}: {fault}".split())
        raise Infra(f"memory failed in read: {detail}") from fault
    for one in found:
        if not isinstance(one, Recall):
            raise Infra(f"memory's read returned a {type(one).__name__}, not a Recall")
    return [item for item in budgets.cut(found, budget) if item.shown]


def shown_text(items: Iterable[ShownItem]) -> str:
    """The items' own words, without headers: a date in a header is no recalled fact."""
    return "\n\n".join(item.text for item in items)


def context(items: list[ShownItem], notes: dict[str, Note]) -> str:
    """The one context format, for a model that answers."""
    return render(items, notes)


def _probe(memory: Any) -> Iterable[str]:
    store = memory.store
    yield from (item.content for item in store.capsules.values())
    yield from (item.content for item in store.items.values())


_SCANS: dict[type, Callable[[Any], Iterable[str]]] = {
    Probe: _probe,
    Notes: lambda memory: (note.text for note in memory._notes.values()),
    Nothing: lambda memory: (),
}
