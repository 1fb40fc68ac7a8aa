"""One cell, walked: every session of one (condition, agent, trap, seed).

Mint; then per session read, cut to the budget, render, work, take the diff, judge, and let the
memory write and sleep. The verdict never enters the episode.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeVar

from ..agents.protocol import Agent, SlotKit, Task, Workspace
from ..agents.table import make as make_agent
from ..canonical import sha256
from ..errors import Infra
from ..memo import Same
from ..memory import budget as budgets
from ..memory import context as contexts
from ..memory.conditions import CONDITIONS, build, condition
from ..memory.protocol import Memory, Space
from ..memory.table.entry import Condition
from ..models import Client, Endpoint
from ..records import (
    Budget,
    CellKey,
    CellRecord,
    Episode,
    Note,
    Query,
    Recall,
    SessionRecord,
    ShownItem,
    Verdict,
    WorkLog,
)
from ..traps.checks import Check
from ..traps.mint import Instance
from ..traps.pressure import FILLER
from ..traps.slots import Slot
from ..traps.template import SessionSource
from ..trees import Tree, to_json, unified
from .episodes import episode_of
from .gateway.gate import Gate
from .ideal import Ideal
from .tape import Tape
from .turn import turn

T = TypeVar("T")
Judge = Callable[[Sequence[Check], Tree], Verdict]
QUICK = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""A folder in memory, where there is one."""
ROOM = 256 * 1024 * 1024
"""Bytes that must be free there: more than our own memories take, and than many containers have."""


class MemoryFault(Exception):
    """A memory under test raised; the cell stops as infra, never as a silent empty read."""


@dataclass
class _Walk:
    """A cell on its way."""

    instance: Instance
    memory: Memory
    agent: Agent
    judge: Judge
    budget: Budget
    sessions: list[SessionRecord] = field(default_factory=list)
    notes: dict[str, Note] = field(default_factory=dict)
    """What has arrived so far, by id: headers are rendered from it."""
    episodes: dict[str, Episode] = field(default_factory=dict)
    tape: Tape | None = None
    """The memory's model, where it has one."""
    gate: Gate | None = None
    """The agent's way to a model, where the run has one."""
    faults: Counter[str] = field(default_factory=Counter)

    @property
    def project(self) -> str:
        return self.instance.template.fixture.name

    def start(self, number: int, tree: Tree) -> tuple[Literal["clean", "continue"], Tree]:
        template = self.instance.template
        last = number == len(template.sessions)
        if number == 1 or (last and template.start == "clean"):
            return "clean", self.instance.base
        return "continue", tree

    def query(self, number: int, prompt: str) -> Query:
        last = number == len(self.instance.template.sessions)
        return Query(
            project=self.project,
            session=number,
            prompt=prompt,
            files=self.instance.template.opens if last else (),
            items=self.budget.items,
            words=self.budget.words,
        )

    def session(self, number: int, tree: Tree) -> Tree:
        """Run session `number` on `tree`; returns the tree it ends with."""
        source = self.instance.template.sessions[number - 1]
        start, tree = self.start(number, tree)
        recalls = _recalls(self.memory, self.query(number, source.prompt))
        items = budgets.cut(recalls, self.budget)
        shown = contexts.render([i for i in items if i.shown], self.notes, self.episodes)
        workspace = Workspace(tree)
        log = self.work(
            workspace,
            Task(
                token=self.instance.token,
                project=self.project,
                session=number,
                prompt=source.prompt,
                context=shown,
                kit=_kit(Same(source), Same(self.instance.template.slots)),
                tests=self.instance.template.fixture.test,
            ),
        )
        done = turn(tree, workspace.tree)
        arrived = self.instance.notes[number - 1] if number <= len(self.instance.notes) else ()
        self.sessions.append(
            SessionRecord(
                session=number,
                start=start,
                prompt_digest=sha256(source.prompt),
                context=shown,
                recalls=_recorded(items, source),
                notes=arrived,
                diff=tuple(to_json(done.diff)),
                start_digest=done.start_digest,
                end_digest=done.end_digest,
                verdict=self.judge(self.instance.session_checks(number), done.end),
                work=log,
                control_files=done.control,
            )
        )
        if number < len(self.instance.template.sessions):
            seen = unified(tree, done.diff)
            self.remember(number, source.prompt, shown, seen, log, arrived)
        self.account()
        return done.end

    def account(self) -> None:
        """Put on the session's record what the memory asked, used and could not keep."""
        last, store = self.sessions[-1], getattr(self.memory, "store", None)
        faults = Counter(getattr(store, "faults", {}))
        asked, usage = self.tape.take() if self.tape else ((), ())
        if asked or usage or faults != self.faults:
            update = {
                "faults": dict(sorted((faults - self.faults).items())),
                "asked": asked,
                "work": last.work.model_copy(update={"usage": (*last.work.usage, *usage)}),
            }
            self.sessions[-1] = last.model_copy(update=update)
        self.faults = faults

    def work(self, workspace: Workspace, task: Task) -> WorkLog:
        """The agent's turn, with a model where the run has one."""
        if self.gate is None:
            return self.agent.work(workspace, task)
        return self.gate.work(self.agent, workspace, task)

    def remember(
        self, number: int, prompt: str, shown: str, diff: str, log: WorkLog,
        notes: tuple[Note, ...],
    ) -> None:  # fmt: skip
        episode = episode_of(
            project=self.project, session=number, prompt=prompt, context=shown, diff=diff,
            output=log.output, notes=notes,
        )  # fmt: skip
        self.episodes[episode.id] = episode
        self.notes |= {note.id: note for note in notes}
        _ask("write", self.memory.write, episode)
        _ask("sleep", self.memory.sleep)


@lru_cache(maxsize=64)
def _kit(source: Same[SessionSource], slots: Same[tuple[Slot, ...]]) -> SlotKit:
    return SlotKit.of(source.it, slots.it)


def _recorded(items: list[ShownItem], source: SessionSource) -> tuple[ShownItem, ...]:
    """All that a read returned; of a filler session only what was shown.

    A memory that ranks everything would else make the record of a pressed cell grow with the
    square of its pressure.
    """
    filler = source.source.startswith(FILLER)
    return tuple(item for item in items if item.shown or not filler)


def _ask(step: str, call: Callable[..., T], *args: object) -> T:
    try:
        return call(*args)
    except Infra:
        raise
    except Exception as fault:
        detail = " ".join(f"{type(fault).__name__}: {fault}".split())
        raise MemoryFault(f"memory failed in {step}: {detail}") from fault


def _recalls(memory: Memory, query: Query) -> list[Recall]:
    recalls = _ask("read", lambda: list(memory.read(query)))
    for recall in recalls:
        if not isinstance(recall, Recall):
            raise MemoryFault(f"memory's read returned a {type(recall).__name__}, not a Recall")
    return recalls


def memory_party(chosen: Condition) -> Literal["sleep", "vendor"]:
    """Whose calls a memory's are: other people's products are metered apart from our own sleep."""
    return "vendor" if chosen.apart else "sleep"


def namespace(commitment: str, key: CellKey) -> str:
    """The opaque namespace of one cell; no two cells of any run share one (RULES 6)."""
    return "m" + sha256([commitment, *key])[:20]


def _place(chosen: Condition) -> str | None:
    """Where a memory's folder is made: our own memories are small, and a disk makes them wait."""
    ours = chosen.id in CONDITIONS and not chosen.apart
    return QUICK if ours and QUICK and shutil.disk_usage(QUICK).free >= ROOM else None


def run_cell(
    key: CellKey, instance: Instance, judge: Judge, budget: Budget, commitment: str,
    model: Endpoint | None = None, gate: Gate | None = None,
) -> CellRecord:  # fmt: skip
    """Walk one cell to its terminal record. `errors.Infra` goes through: no record is made.

    Args:
        model: The memory's, for a condition that needs one.
        gate: The cell's way to its models; without one the memory's is asked directly.
    """
    chosen = condition(key.condition)
    tape = None
    if model and chosen.needs_model:
        party = memory_party(chosen)
        tape = Tape(gate.client(party, model) if gate else Client(model), party)
    with tempfile.TemporaryDirectory(prefix="m-", dir=_place(chosen)) as folder:
        space = Space(Path(folder), namespace(commitment, key), tape)
        agent = gate.agent(key.agent) if gate else make_agent(key.agent)
        try:
            memory: Memory = (
                Ideal(instance) if chosen.sealed else _ask("start", build, chosen, space)
            )
            walk = _Walk(instance, memory, agent, judge, budget, tape=tape)
            walk.gate = gate
            tree = instance.base
            for number in range(1, len(instance.template.sessions) + 1):
                tree = walk.session(number, tree)
                if gate:
                    gate.check()
        except MemoryFault as fault:
            return CellRecord(
                key=key,
                failed_party="infra",
                detail=str(fault),
                instance_digest=instance.digest,
            )
    return CellRecord(key=key, sessions=tuple(walk.sessions), instance_digest=instance.digest)
