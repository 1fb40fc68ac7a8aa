"""One cell's way to models: a door for each party, its budget, and what it used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import lru_cache
from threading import Semaphore
from typing import Protocol

from ...agents.protocol import Agent, Task, Workspace
from ...errors import Infra
from ...models import Client, Endpoint, ModelFault
from ...records import CellKey, Usage, WorkLog
from . import wire
from .budget import Purse
from .cassette import Cassette, Tape
from .door import Door
from .meter import Reading
from .prices import Prices, read_prices
from .redact import Redactor
from .room import make_room
from .settings import SPENT, Live, key_of
from .transport import BASE_URL, http_client
from .upstream import Upstream

AGAIN = "what is finished is kept, and the same command goes on with the rest"


class _Shared:
    """What all cells of one process share."""

    def __init__(self, live: Live) -> None:
        self.offline = live.offline
        self.prices: Prices = read_prices(live.prices)
        self.turns = Semaphore(live.concurrency)
        caps = live.caps
        self.purse = Purse("run", caps.tokens, caps.money, live.folder / SPENT)
        self._ways: dict[tuple[str, str], tuple[Upstream, Redactor]] = {}

    def way(self, end: Endpoint) -> tuple[Upstream | None, Redactor]:
        """Where an endpoint's requests go, and what must never be seen of it."""
        if self.offline:
            return None, Redactor([])
        place = (end.base_url, end.key_env)
        if place not in self._ways:
            key = key_of(end)
            self._ways[place] = Upstream(end.base_url, key, end.timeout), Redactor([key])
        return self._ways[place]


@lru_cache(maxsize=4)
def _shared(live: Live) -> _Shared:
    return _Shared(live)


class Means(Protocol):
    """What a plan says of its agents' means."""

    @property
    def model(self) -> Endpoint | None: ...
    @property
    def cell_tokens(self) -> int | None: ...
    @property
    def sandbox(self) -> str: ...


class Gate:
    """Opened for one cell; every model call of the cell goes through it."""

    def __init__(self, live: Live, plan: Means, cell: CellKey, stack: ExitStack) -> None:
        self._live, self._wake, self._stack = live, plan.model, stack
        self._shared, self._sandbox = _shared(live), plan.sandbox
        self._purse = Purse("cell", plan.cell_tokens, None)
        self._tape = None
        if live.mode != "live":
            self._tape = Tape(Cassette(live.cassette), cell, live.offline)
        self._doors: dict[str, Door] = {}
        self._told: dict[str, Reading] = {}

    def door(self, party: str, end: Endpoint) -> Door:
        """The party's door, one for the whole cell."""
        if party not in self._doors:
            shared = self._shared
            upstream, redact = shared.way(end)
            made = Door(
                party, upstream, self._tape, (shared.purse, self._purse), shared.prices, redact,
                shared.turns, wire.AGENT_PATHS if party == "wake" else wire.PATHS,
            )  # fmt: skip
            self._doors[party] = made
            self._stack.callback(made.close)
        return self._doors[party]

    def client(self, party: str, end: Endpoint) -> Client:
        """A client of this endpoint whose calls are this party's."""
        door = self.door(party, end)
        # The gateway has the key, and is the one that tries again.
        inside = end.model_copy(update={"base_url": BASE_URL, "key_env": "", "retries": 0})
        return Client(inside, http=http_client(door))

    def work(self, agent: Agent, workspace: Workspace, task: Task) -> WorkLog:
        """Let the agent work with a model; what it used stands in its log.

        Raises:
            ReplayMismatch: the cassette does not hold what was asked.
            Infra: the model cannot be reached, or the run's budget is used up.
        """
        if self._wake is None:
            return agent.work(workspace, task)
        door = self.door("wake", self._wake)
        room = make_room(self._sandbox, door, self._wake.model)
        equipped = replace(task, model=self.client("wake", self._wake), room=room)
        try:
            log = agent.work(workspace, equipped)
        except ModelFault as fault:
            log = WorkLog(error=str(fault))
            if not door.failure and door.spent is None and door.mismatch is None:
                raise
        door.drain()
        self.check()
        if log.error and door.failure and door.spent is None:
            # The agent gave up because of its provider: that is no outcome of the agent.
            raise Infra(
                f"the server of the model {self._wake.model} failed ({door.failure}): {AGAIN}"
            )
        if door.spent is not None:
            log = log.model_copy(update={"error": door.spent.words})
        return log.model_copy(update={"usage": (*log.usage, *self.used("wake"))})

    def check(self) -> None:
        """Raise what must stop the run: a replay that departs, the run's budget."""
        for door in self._doors.values():
            if door.lost is not None:
                raise Infra(f"an exchange could not be kept or found ({door.lost}): {AGAIN}")
            if door.mismatch is not None:
                raise door.mismatch
            if door.spent is not None and door.spent.purse == "run":
                raise Infra(f"{door.spent.words}: give a higher one; {AGAIN}")

    def check_purse(self) -> None:
        """Raise where any party has used up the cell's budget."""
        for party, door in self._doors.items():
            if door.spent is not None:
                raise Infra(f"{door.spent.words} ({party}): give a higher one; {AGAIN}")

    def used(self, party: str) -> tuple[Usage, ...]:
        """What a party used since this was last asked."""
        now = self._doors[party].meter.reading
        new = now.minus(self._told.get(party, Reading()))
        self._told[party] = now
        if not new.calls:
            return ()
        tokens = {"input_tokens": new.input_tokens, "output_tokens": new.output_tokens}
        return (Usage(party=party, calls=new.calls, **tokens),)


@contextmanager
def open_gate(live: Live | None, plan: Means, cell: CellKey) -> Iterator[Gate | None]:
    """The cell's gate, or None where the run has no model."""
    if live is None:
        yield None
        return
    with ExitStack() as stack:
        gate = Gate(live, plan, cell, stack)
        try:
            yield gate
        except ModelFault:
            # A memory's call failed: say why, where the gateway knows better than its client.
            gate.check()
            gate.check_purse()
            raise
