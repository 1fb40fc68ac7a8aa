"""The probe with a model in place of its rules: reading notes, learning from failures, relating.

`by_model` turns a probe by rule into the same probe by model: its operators stay in their order,
and each one that reads English is replaced. Whatever of an answer cannot be used is a counted
fault; a service that does not answer stops the sleep, which is taken up again at the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from dreambench_lib.memory.probe.asking import RELATIONS, Asker
from dreambench_lib.memory.probe.drafts import consolidate_by, parsed
from dreambench_lib.memory.probe.faults import EmptyContent, ItemFault, UnparsableOutput
from dreambench_lib.memory.probe.items import Item, ItemType
from dreambench_lib.memory.probe.mend import mend
from dreambench_lib.memory.probe.operators import Operator, consolidate, repair_fields
from dreambench_lib.memory.probe.probe import Probe
from dreambench_lib.memory.probe.replay import Scores, artifact, replay, reports
from dreambench_lib.memory.probe.store import Store
from dreambench_lib.memory.probe.wide import repair_everywhere, unscoped
from dreambench_lib.memory.protocol import Space
from dreambench_lib.records import Episode, Lifecycle, Note


def by_model(kind: type[Probe]) -> type[Probe]:
    """A probe's class with its operators asking the space's model."""

    class ByModel(kind):  # type: ignore[misc, valid-type]  # the base is an argument
        def __init__(self, space: Space) -> None:
            asker = Asker(space)  # refused before a store is made
            super().__init__(space)
            swapped = asking(asker)
            self.operators = tuple(swapped.get(op, op) for op in kind.operators)

    ByModel.__name__ = ByModel.__qualname__ = f"{kind.__name__}ByModel"
    ByModel.__doc__ = kind.__doc__
    return ByModel


def asking(asker: Asker) -> dict[Operator, Operator]:
    """What takes the place of each operator that goes by rule."""

    def repair(store: Store, new: Sequence[Episode]) -> None:
        mend(store, "repair_fields", relate=relating(asker, store))

    def everywhere(store: Store, new: Sequence[Episode]) -> None:
        mend(store, "repair_everywhere", unscoped, relating(asker, store))

    return {
        consolidate: consolidate_by(asker.read),
        replay: replay_by(asker.learn),
        repair_fields: named("repair_fields", repair),
        repair_everywhere: named("repair_everywhere", everywhere),
    }


def named(name: str, operator: Operator) -> Operator:
    """The operator under the name that its counterpart has in an item's history."""
    operator.__name__ = name
    return operator


def relating(asker: Asker, store: Store) -> Callable[[Item, Item], str]:
    """Asks how one fact bears on another; a bad answer is counted, and time decides."""

    def relate(older: Item, newer: Item) -> str:
        try:
            said = parsed(asker.relate(older, newer))
            relation = said.get("relation") if isinstance(said, dict) else said
            if relation not in RELATIONS:
                raise UnparsableOutput(f"{relation!r} is none of {', '.join(RELATIONS)}")
        except ItemFault as fault:
            store.count(fault, "repair_fields")
            return ""
        return str(relation)

    return relate


_SCORES: dict[ItemType, Scores] = {
    "dream_artifact": (0.7, 0.75, 0.25),
    "failure": (0.72, 0.78, 0.22),
}
"""The published confidence, utility and risk of what a model replays."""


def replay_by(learn: Callable[[Note], str]) -> Operator:
    """Replay by asking: an active artifact per lesson, and a failure memory where one is told."""

    def replay(store: Store, new: Sequence[Episode]) -> None:
        for episode, note, _ in reports(new):
            try:
                for kind, said in _lessons(learn(note)):
                    status: Lifecycle = "active"
                    scores = _SCORES[kind]
                    store.add(artifact(store, episode, note, said, kind, status, scores), "replay")
            except ItemFault as fault:
                store.count(fault, "replay")

    return replay


def _lessons(text: str) -> Iterator[tuple[ItemType, str]]:
    answer: Any = parsed(text)
    if not isinstance(answer, dict):
        raise UnparsableOutput(f"a model's answer is no object: {text[:80]!r}")
    kinds: dict[str, ItemType] = {"lesson": "dream_artifact", "failure": "failure"}
    said = {kind: answer.get(name, "") for name, kind in kinds.items()}
    if not all(isinstance(value, str) for value in said.values()):
        raise UnparsableOutput(f"lesson and failure are texts: {text[:80]!r}")
    if not any(value.strip() for value in said.values()):
        raise EmptyContent("a replay has neither a lesson nor a failure")
    for kind, value in said.items():
        if value.strip():
            yield kind, value.strip()
