"""The typed probe as it runs: each fact is put into words once, whatever memory holds it."""

from __future__ import annotations

from functools import lru_cache

from dreambench_lib.memory.probe.gate import View
from dreambench_lib.memory.probe.items import Fact, Item, Provenance
from dreambench_lib.memory.probe.probe import Verdicts
from dreambench_lib.memory.probe.typed import Strict, Typed, statement


class Facts(Typed):
    """Typed facts only, with replay, field-level repair and gated reading."""

    def _text(self, verdicts: Verdicts, seen: View) -> str:
        return "\n".join(dict.fromkeys(said(item) for item, why in verdicts if not why))


class StrictFacts(Facts):
    """Typed only, with a higher threshold and half the budget."""

    theta, limit = Strict.theta, Strict.limit


def said(item: Item) -> str:
    """`typed.statement`, remembered."""
    return _said(item.content, item.fact, item.narrowed_to, item.task_scope, item.valid_until)


@lru_cache(maxsize=4096)
def _said(
    content: str, fact: Fact | None, narrowed_to: tuple[str, ...], task_scope: tuple[str, ...],
    valid_until: str | None,
) -> str:  # fmt: skip
    """All that the words depend on: an item that differs otherwise is put the same."""
    return statement(
        Item(
            id="",
            content=content,
            type="episodic",
            provenance=Provenance(),
            write_reason="told",
            fact=fact,
            narrowed_to=narrowed_to,
            task_scope=task_scope,
            valid_until=valid_until,
        )
    )
