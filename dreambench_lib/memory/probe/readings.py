"""What the rules read in a note, read once: in a run the same notes come to many memories.

What is remembered depends on the text and its metadata alone, and items are frozen. The episode and
the tick, which each memory has of its own, are put into a copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from dreambench_lib.memory.probe import extract as rules
from dreambench_lib.memory.probe.items import Item
from dreambench_lib.memory.probe.stems import stems
from dreambench_lib.records import Note

NOTES = 1024
"""So many notes are remembered: those of several traps."""
_DATED = 256
"""With their episode fewer: only the first session's is the same for all memories."""

stems_of = lru_cache(maxsize=4096)(stems)
"""`stems`, remembered."""


@lru_cache(maxsize=_DATED)
def capsule(note: Note, episode_id: str, tick: int, known: frozenset[str]) -> Item:
    """`extract.capsule`, read once."""
    return dated([_capsule(note, known)], episode_id, tick)[0]


@lru_cache(maxsize=_DATED)
def extract(note: Note, episode_id: str, tick: int, known: frozenset[str]) -> tuple[Item, ...]:
    """`extract.extract`, read once."""
    return dated(_extract(note, known), episode_id, tick)


def dated(items: Sequence[Item], episode_id: str, tick: int) -> tuple[Item, ...]:
    """Copies of one note's items as one memory made them."""
    update: dict[str, object] = {"created_at": tick, "updated_at": tick}
    for item in items[:1]:  # those of one note come from the same
        own = {"trajectory_ids": (episode_id,)}
        update["provenance"] = item.provenance.model_copy(update=own)
    return tuple(item.model_copy(update=update) for item in items)


@lru_cache(maxsize=NOTES)
def _capsule(note: Note, known: frozenset[str]) -> Item:
    return rules.capsule(note, "", 0, known)


@lru_cache(maxsize=NOTES)
def _extract(note: Note, known: frozenset[str]) -> tuple[Item, ...]:
    return tuple(rules.extract(note, "", 0, known))
