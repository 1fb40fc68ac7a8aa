"""DF-hybrid by rule: wake (keep the raw episode), sleep (operators), read (gate and rank)."""

from __future__ import annotations

from collections.abc import Mapping

from dreambench_lib.memory.budget import cut
from dreambench_lib.memory.index import LISTED, Best
from dreambench_lib.memory.probe.bounds import Bounds, Rules
from dreambench_lib.memory.probe.faults import ItemFault, Unavailable
from dreambench_lib.memory.probe.gate import (
    GATES,
    THETA,
    TYPES,
    WEIGHTS,
    Gate,
    View,
    refusal,
    score,
    view,
)
from dreambench_lib.memory.probe.items import CLAIMS, Item, ItemType
from dreambench_lib.memory.probe.operators import OPERATORS, Operator
from dreambench_lib.memory.probe.store import Store
from dreambench_lib.memory.protocol import Space
from dreambench_lib.models import ModelFault
from dreambench_lib.records import Budget, Episode, Query, Recall

Verdicts = list[tuple[Item, str]]
"""Items of one note, each with why it is refused, or nothing."""
_LIFECYCLE = ("status_", "expired_", "repo_", "file_", "symbol_", "task_", "active_superseder")
"""Reasons that say a fact does not hold here; the others only say that it is a weak memory."""


class Probe:
    """Raw notes with fields typed by rule, field-level repair, gated reading.

    A subclass with other operators, gates or numbers is an ablation.
    """

    operators: tuple[Operator, ...] = OPERATORS
    gates: Mapping[str, Gate] = GATES
    types: frozenset[ItemType] = TYPES
    weights: Mapping[str, float] = WEIGHTS
    theta: float = THETA
    limit: Budget | None = None
    """Asks for less than the harness would show."""

    def __init__(self, space: Space) -> None:
        self.store = Store(space)
        self._bounds = Bounds(self.store, Rules(self.gates, self.types, self.weights))

    def write(self, episode: Episode) -> None:
        """Wake: the raw episode is kept as it is."""
        self.store.append(episode)

    def sleep(self) -> None:
        """Run the operators, in order, over what is new.

        An operator that meets an item it cannot keep is undone and counted; the raw episode stays,
        and so does what the other operators did.
        """
        new = self.store.new
        if not new:
            return
        with self.store.night():
            for operator in self.operators:
                try:
                    with self.store.step():
                        operator(self.store, new)
                except ItemFault as fault:
                    self.store.count(fault, getattr(operator, "__name__", repr(operator)))
                except ModelFault as fault:
                    # Not kept is not the same as not there: the next sleep works on the session.
                    self.store.count(Unavailable(str(fault)), getattr(operator, "__name__", ""))
                    raise

    def read(self, query: Query) -> list[Recall]:
        """One recall per note, by its best admitted item; refused notes follow, with the reason."""
        seen = view(query, self.store.items, self.store.latest)
        if len(self.store) <= LISTED:
            recalls = [self._recall(items, seen) for items in self.store.groups()]
        else:
            recalls = self._best(seen)
        recalls.sort(key=_rank)
        return _limited(recalls[:LISTED], self.limit) if self.limit else recalls[:LISTED]

    def _best(self, seen: View) -> list[Recall]:
        """Recalls enough that the first `LISTED` are those of the whole store.

        Notes are looked at in the order of what they can score at most, until no other can come
        among the first.
        """
        self._bounds.update()
        found: dict[int, Recall] = {}
        admitted, refused = Best(LISTED), Best(LISTED)
        for bound, number in self._bounds.admissible(seen):
            if bound < self.theta or admitted.beats(bound):
                break
            if number not in found:
                found[number] = recall = self._recall(self.store.group(number), seen)
                (admitted if recall.admitted else refused).add(recall.score or 0.0)
        if len(admitted) < LISTED:
            refused = refused.least(LISTED - len(admitted))
            for bound, number in self._bounds.all(seen):
                if refused.beats(bound):
                    break
                if number not in found:
                    found[number] = recall = self._recall(self.store.group(number), seen)
                    refused.add(recall.score or 0.0)
        return list(found.values())

    def _recall(self, items: list[Item], seen: View) -> Recall:
        """Decide on one note: its capsule and the items derived from it."""
        verdicts = [(item, refusal(item, seen, self.gates, self.types)) for item in items]
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
            text=items[0].content if reason else self._text(verdicts, seen),
            sources=items[0].sources,
            status=best.status if reason else "active",
            score=points,
            admitted=not reason,
            decision=reason or f"{best.type} {best.fact.kind if best.fact else 'raw'}",
        )

    def _text(self, verdicts: Verdicts, seen: View) -> str:
        """What is shown of an admitted note."""
        return _with_parts(verdicts[0][0].content, verdicts, seen)


def _rank(recall: Recall) -> tuple[bool, float, str, tuple[str, ...]]:
    return (not recall.admitted, -(recall.score or 0.0), recall.text, recall.sources)


def _limited(recalls: list[Recall], limit: Budget) -> list[Recall]:
    """The same list with all that exceeds `limit` refused, by the harness's own rule."""
    return [
        recall
        if item.shown or not recall.admitted
        else recall.model_copy(update={"admitted": False, "decision": "over_own_limit"})
        for recall, item in zip(recalls, cut(recalls, limit), strict=True)
    ]


def _with_parts(text: str, verdicts: Verdicts, seen: View) -> str:
    """The raw text; where some of its fields no longer hold as written, a line that says which."""
    told = []
    for item, why in verdicts:
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
