"""DF-hybrid by rule: wake (keep the raw episode), sleep (operators), read (gate and rank)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from dreambench_lib.memory.probe.gate import GATES, THETA, WEIGHTS, Gate, View, refusal, score, view
from dreambench_lib.memory.probe.items import CLAIMS, Item
from dreambench_lib.memory.probe.operators import OPERATORS, Operator
from dreambench_lib.memory.probe.store import Store
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Episode, Query, Recall

_LIFECYCLE = ("status_", "expired_", "repo_", "file_", "symbol_", "task_", "active_superseder")
"""Reasons that say a fact does not hold here; the others only say that it is a weak memory."""


class Probe:
    """Raw notes with fields typed by rule, field-level repair, gated reading.

    A subclass with another `operators`, `gates`, `weights` or `theta` is an ablation.
    """

    operators: tuple[Operator, ...] = OPERATORS
    gates: Mapping[str, Gate] = GATES
    weights: Mapping[str, float] = WEIGHTS
    theta: float = THETA

    def __init__(self, space: Space) -> None:
        self.store = Store(space.namespace)
        self._new: list[Episode] = []

    def write(self, episode: Episode) -> None:
        """Wake: the raw episode is kept as it is."""
        if episode.id not in self.store.episodes:
            self._new.append(episode)
        self.store.append(episode)

    def sleep(self) -> None:
        """Run the operators, in order, over what is new."""
        if not self._new:
            return
        self.store.tick += 1
        for operator in type(self).operators:
            operator(self.store, tuple(self._new))
        self._new.clear()

    def read(self, query: Query) -> list[Recall]:
        """One recall per note, by its best admitted item; refused notes follow, with the reason."""
        held = (*self.store.capsules.values(), *self.store.items.values())
        seen = view(query, self.store.items, max((item.date for item in held), default=""))
        groups: dict[tuple[str, ...], list[Item]] = defaultdict(list)
        for item in held:  # capsules first: a note is shown as it was written
            groups[item.sources].append(item)
        recalls = [self._recall(items, seen) for items in groups.values()]
        return sorted(recalls, key=lambda r: (not r.admitted, -(r.score or 0.0), r.text, r.sources))

    def _recall(self, items: list[Item], seen: View) -> Recall:
        """Decide on one note: its capsule and the items derived from it."""
        verdicts = [(item, refusal(item, seen, self.gates)) for item in items]
        fields = [(item, why) for item, why in verdicts if item.fact]
        dead = [(item, why) for item, why in fields if why.startswith(_LIFECYCLE)]
        best, points = items[0], float("-inf")
        for item, why in verdicts:
            if not why and (value := score(item, seen, self.weights)) > points:
                best, points = item, value
        reason = ""
        if fields and len(dead) == len(fields):
            # Nothing of the note holds any more: its raw text is kept, and kept from readers.
            best, reason = dead[0]
        elif points == float("-inf"):
            best, reason = verdicts[0]
        elif points < self.theta:
            reason = "below_admission_threshold"
        points = score(best, seen, self.weights) if points == float("-inf") else points
        return Recall(
            text=items[0].content if reason else _with_parts(items[0].content, fields, seen),
            sources=items[0].sources,
            status=best.status if reason else "active",
            score=points,
            admitted=not reason,
            decision=reason or f"{best.type} {best.fact.kind if best.fact else 'raw'}",
        )


def _with_parts(text: str, fields: list[tuple[Item, str]], seen: View) -> str:
    """The raw text; where some of its fields no longer hold as written, a line that says which."""
    told = []
    for item, why in fields:
        fact = item.fact
        if fact is None or fact.kind not in CLAIMS or fact.kind == "way":
            continue
        if why.startswith(_LIFECYCLE):
            by = seen.items.get(next(iter(item.superseded_by), ""))
            since = f" (session {by.session}, {by.author})" if by else ""
            reason = why.removeprefix("status_").replace("_", " ")
            told.append(f"{fact.value} no longer holds: {reason}{since}")
        elif item.narrowed_to:
            told.append(f"{fact.value} holds only for: {', '.join(item.narrowed_to)}")
    return "\n".join([text, *(f"[memory] {line}" for line in dict.fromkeys(told))])
