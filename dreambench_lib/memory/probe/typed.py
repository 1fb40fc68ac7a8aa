"""DF by rule, typed only: what was read out of the notes is kept, their raw text is not shown."""

from __future__ import annotations

from dreambench_lib.memory.probe.gate import ALL_TYPES, View
from dreambench_lib.memory.probe.items import Item
from dreambench_lib.memory.probe.operators import (
    Operator,
    consolidate,
    ground,
    repair_fields,
    suppress_stale,
)
from dreambench_lib.memory.probe.probe import Probe, Verdicts
from dreambench_lib.memory.probe.replay import replay
from dreambench_lib.memory.probe.stems import stems
from dreambench_lib.memory.sentences import sentences
from dreambench_lib.records import Budget


class Typed(Probe):
    """Typed facts only, with replay, field-level repair and gated reading.

    The facts of one note are shown together: a note takes one place in the budget, as in every
    other condition.
    """

    operators: tuple[Operator, ...] = (consolidate, replay, repair_fields, suppress_stale, ground)
    types = ALL_TYPES

    def _text(self, verdicts: Verdicts, seen: View) -> str:
        return "\n".join(dict.fromkeys(statement(item) for item, why in verdicts if not why))


class Strict(Typed):
    """Typed only, with a higher threshold and half the budget."""

    theta = 1.5
    limit = Budget(items=3, words=600)


def statement(item: Item) -> str:
    """A typed item in words: the sentence it was read from, and how far it reaches.

    The items hold their note's whole text as evidence; the sentence is found by the fact's value
    and the words of its key.
    """
    fact = item.fact
    if fact is None:
        return item.content
    key = {part.rstrip(":") for part in fact.key}

    def near(sentence: str) -> tuple[bool, int]:
        return fact.value.lower() in sentence.lower(), len(key & set(stems(sentence)))

    said = max(sentences(item.content), key=near, default="")
    text = said if said and any(near(said)) else item.content
    return text + "".join(f" [{part}]" for part in _reach(item, text))


def _reach(item: Item, text: str) -> list[str]:
    """What the item knows of its own reach and the sentence does not say."""
    scope = item.narrowed_to or (item.fact.scope if item.fact else ())
    said = set(stems(text))
    parts = [part for part in scope if part.lstrip("!") not in said]
    only = [part for part in parts if not part.startswith("!")]
    never = [part.lstrip("!") for part in parts if part.startswith("!")]
    told = [f"only for: {', '.join(only)}"] if only else []
    told += [f"not for: {', '.join(never)}"] if never else []
    told += [f"only in {task}" for task in item.task_scope]
    told += [f"until {item.valid_until}"] if item.valid_until else []
    return told
