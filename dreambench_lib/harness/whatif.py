"""Counterfactual replay: the scored session of a cell again, with another context.

Everything before the scored session is taken from the record; only what the read returned is
changed, so that a check which turns shows the change's effect and nothing else. Simulated readers
are deterministic, so recorded and replayed session are equal where nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..agents.protocol import SlotKit, Task, Workspace
from ..agents.table import agent_class, make
from ..errors import BadInput
from ..memory import budget as budgets
from ..memory import context as contexts
from ..records import (
    Budget,
    CellRecord,
    CheckOutcome,
    Episode,
    Note,
    Recall,
    SessionRecord,
    ShownItem,
    Verdict,
)
from ..traps.checks import Check
from ..traps.mint import Instance
from ..trees import Tree, apply, from_json, unified
from .episodes import episode_of

Judge = Callable[[Sequence[Check], Tree], Verdict]
SIMULATED = "simulated reader"
_SKIPPED = re.compile(r"(?:^|; )skipped: (?:\d+ items already shown|\d+ words, \d+ left)$")


class Change(NamedTuple):
    """What is different this time; items are named by their recorded rank."""

    drop: frozenset[int] = frozenset()
    swap: tuple[tuple[int, str], ...] = ()
    """(rank, text): the item says this instead, under the same header."""
    budget: Budget | None = None


class Turn(NamedTuple):
    """One check, recorded and replayed."""

    check: str
    kind: str
    before: bool
    after: bool
    reason: str
    """Why it fails now; empty where it passes."""


class Effect(NamedTuple):
    """What a change did to the scored session."""

    before: bool
    after: bool
    turns: tuple[Turn, ...]
    shown: tuple[ShownItem, ...]
    """What stood in the replayed context."""

    @property
    def turned(self) -> tuple[Turn, ...]:
        """The checks that the change turned."""
        return tuple(turn for turn in self.turns if turn.before != turn.after)


class Scene(NamedTuple):
    """A cell up to the moment of its scored read."""

    record: CellRecord
    instance: Instance
    tree: Tree
    notes: dict[str, Note]
    episodes: dict[str, Episode]

    @property
    def last(self) -> SessionRecord:
        return self.record.sessions[-1]


def scene(record: CellRecord, instance: Instance) -> Scene:
    """Rebuild a finished cell up to its scored read.

    Raises:
        BadInput: the cell stopped early, its agent is no simulated reader, or the trap changed.
    """
    name = "/".join(map(str, record.key))
    if record.failed_party is not None or not record.sessions:
        raise BadInput(f"cell {name} stopped early ({record.detail}): choose a finished one")
    if agent_class(record.key.agent).tier != SIMULATED:
        raise BadInput(f"cell {name} was not worked by a simulated reader: its replay would differ")
    if instance.digest != record.instance_digest:
        raise BadInput(f"trap {record.key.trap_id!r} is not the one of the run: see 'verify'")
    tree: Tree = instance.base
    notes: dict[str, Note] = {}
    episodes: dict[str, Episode] = {}
    for session in record.sessions[:-1]:
        start = instance.base if session.start == "clean" else tree
        diff = from_json(list(session.diff))
        episode = episode_of(
            project=instance.template.fixture.name,
            session=session.session,
            prompt=instance.template.sessions[session.session - 1].prompt,
            context=session.context,
            diff=unified(start, diff),
            output=session.work.output,
            notes=session.notes,
        )
        notes |= {note.id: note for note in session.notes}
        episodes[episode.id] = episode
        tree = apply(start, diff)
    start = instance.base if record.sessions[-1].start == "clean" else tree
    return Scene(record, instance, start, notes, episodes)


def replay(scene: Scene, change: Change, judge: Judge, budget: Budget) -> Effect:
    """Work the scored session again under `change`.

    Args:
        budget: The run's; `change.budget` goes before it.

    Raises:
        BadInput: a rank that the recorded read did not return.
    """
    recalls = _changed(scene.last.recalls, change)
    cut = budgets.cut((recall for _, recall in recalls), change.budget or budget)
    items = [
        item.model_copy(update={"rank": rank}) for (rank, _), item in zip(recalls, cut, strict=True)
    ]
    shown = tuple(item for item in items if item.shown)
    context = contexts.render(shown, scene.notes, scene.episodes)
    instance, last = scene.instance, scene.last
    source = instance.template.sessions[last.session - 1]
    workspace = Workspace(scene.tree)
    log = make(scene.record.key.agent).work(
        workspace,
        Task(
            token=instance.token,
            project=instance.template.fixture.name,
            session=last.session,
            prompt=source.prompt,
            context=context,
            kit=SlotKit.of(source, instance.template.slots),
        ),
    )
    verdict = judge(instance.session_checks(last.session), workspace.tree)
    turns = tuple(map(_turn, last.verdict.checks, verdict.checks))
    return Effect(scene.record.passed, verdict.passed and log.error is None, turns, shown)


def _changed(items: Sequence[ShownItem], change: Change) -> list[tuple[int, Recall]]:
    swaps = dict(change.swap)
    ranks = {item.rank for item in items}
    for rank in sorted(change.drop | swaps.keys()):
        if rank not in ranks:
            known = f"1 to {max(ranks)}" if ranks else "none"
            raise BadInput(f"the read returned no item {rank}: its items are {known}")
    return [
        (
            item.rank,
            Recall(
                text=swaps.get(item.rank, item.text),
                sources=item.sources,
                status=item.status,
                score=item.score,
                decision=_SKIPPED.sub("", item.decision),
                admitted=item.shown or bool(_SKIPPED.search(item.decision)),
            ),
        )
        for item in items
        if item.rank not in change.drop
    ]


def _turn(before: CheckOutcome, after: CheckOutcome) -> Turn:
    return Turn(after.id, after.kind, before.passed, after.passed, after.reason)
