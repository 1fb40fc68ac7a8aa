"""The one read budget: the same words, counted the same way, for every memory."""

from __future__ import annotations

from collections.abc import Iterable

from dreambench_lib.memory.remember import remembered
from dreambench_lib.records import Budget, Recall, ShownItem


@remembered(2048)
def words(text: str) -> int:
    """Number of whitespace-separated words: the only counter there is.

    >>> words("use  QX-1\\nfor the footer")
    5
    """
    return len(text.split())


def cut(recalls: Iterable[Recall], budget: Budget) -> list[ShownItem]:
    """Decide what is shown: walk the memory's order until the budget is spent.

    Every recall comes back, in order, with `rank` = its place in the memory's order. Refused ones
    are listed only; one that would exceed the words is skipped, and shorter ones after it may
    still be shown.

    >>> long, short = Recall(text="a b c d"), Recall(text="e")
    >>> [(item.rank, item.shown, item.decision) for item in cut([long, short], Budget(words=3))]
    [(1, False, 'skipped: 4 words, 3 left'), (2, True, 'shown')]
    """
    items: list[ShownItem] = []
    slots, left = budget.items, budget.words
    for rank, recall in enumerate(recalls, start=1):
        size = words(recall.text)
        shown = False
        if not recall.admitted:
            decision = recall.decision or "refused"
        elif slots == 0:
            decision = _add(recall.decision, f"skipped: {budget.items} items already shown")
        elif size > left:
            decision = _add(recall.decision, f"skipped: {size} words, {left} left")
        else:
            shown, decision = True, recall.decision or "shown"
            slots, left = slots - 1, left - size
        items.append(
            ShownItem(
                rank=rank,
                text=recall.text,
                sources=recall.sources,
                status=recall.status,
                score=recall.score,
                shown=shown,
                decision=decision,
                words=size,
            )
        )
    return items


def _add(decision: str, reason: str) -> str:
    """The memory's own reason, then the harness's."""
    return f"{decision}; {reason}" if decision else reason
