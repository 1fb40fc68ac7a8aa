"""One cell's way to models: a door for each party, its budget, and what it used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from threading import Semaphore
from typing import Literal, Protocol

from ...agents.protocol import Agent, Task, Workspace
from ...agents.table import make
from ...errors import DreamBenchError, Infra
from ...models import Client, Endpoint, Ledger, ModelFault
from ...records import CellKey, Usage, WorkLog
from ..log import note_attempt
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
from .upstream import ATTEMPTS, Upstream

Party = Literal["wake", "sleep", "judge", "vendor"]
"""Whose calls they are, as `records.Usage` has it; ``vendor`` is a memory that is a product."""
ASKS_AGAIN: frozenset[Party] = frozenset({"judge"})
"""Parties that try again themselves, since how often is a part of what they report."""
AGAIN = "what is finished is kept, and the same command goes on with the rest"


class _Shared:
    """What all cells of one process share."""

    def __init__(self, live: Live) -> None:
        self.offline = live.offline
        self.prices: Prices = read_prices(live.prices)
        self.turns = Semaphore(live.concurrency)
        caps = live.caps
        self.purse = Purse("run", caps.tokens, caps.money, live.folder / SPENT)
        self._ways: dict[tuple[str, str, int], tuple[Upstream, Redactor]] = {}

    def way(self, end: Endpoint, attempts: int) -> tuple[Upstream | None, Redactor]:
        """Where an endpoint's requests go, and what must never be seen of it."""
        if self.offline:
            return None, Redactor([])
        place = (end.base_url, end.key_env, attempts)
        if place not in self._ways:
            key = key_of(end)
            made = Upstream(end.base_url, key, end.timeout, attempts=attempts)
            self._ways[place] = made, Redactor([key])
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
    @property
    def templates(self) -> tuple[tuple[str, str], ...]: ...


class Gate:
    """Opened for one cell; every model call of the cell goes through it."""

    def __init__(self, live: Live, plan: Means, cell: CellKey, stack: ExitStack) -> None:
        self._live, self._wake, self._stack = live, plan.model, stack
        self._shared, self._sandbox = _shared(live), plan.sandbox
        self._templates = dict(plan.templates)
        self._purse = Purse("cell", plan.cell_tokens, None)
        self._tape = None
        if live.mode != "live":
            self._tape = Tape(Cassette(live.cassette), cell, live.offline)
        self._cell = cell
        self._doors: dict[str, Door] = {}
        self._told: dict[str, Reading] = {}

    def door(self, party: Party, end: Endpoint, name: str = "") -> Door:
        """The party's door, one for the whole cell.

        Args:
            name: Tells apart several of one party that are reached in several places, as judges
                are; each has its own order of requests.
        """
        known = f"{party}/{name}" if name else party
        if known not in self._doors:
            shared = self._shared
            upstream, redact = shared.way(end, 1 if party in ASKS_AGAIN else ATTEMPTS)
            made = Door(
                known, upstream, self._tape, (shared.purse, self._purse), shared.prices, redact,
                shared.turns, wire.AGENT_PATHS if party == "wake" else wire.PATHS,
            )  # fmt: skip
            self._doors[known] = made
            self._stack.callback(made.close)
        return self._doors[known]

    def client(
        self, party: Party, end: Endpoint, name: str = "", ledger: Ledger | None = None
    ) -> Client:
        """A client of this endpoint whose calls are this party's (`name`: see `door`).

        Args:
            ledger: Caps of whoever asks, beside those of the purses.
        """
        door = self.door(party, end, name)
        # The gateway has the key, and is the one that tries again.
        retries = end.retries if party in ASKS_AGAIN else 0
        inside = end.model_copy(update={"base_url": BASE_URL, "key_env": "", "retries": retries})
        return Client(inside, ledger, http=http_client(door))

    def agent(self, name: str) -> Agent:
        """The agent of this name, as the plan has it."""
        return make(name, self._templates)

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

    def used(self, party: Party) -> tuple[Usage, ...]:
        """What a party used since this was last asked."""
        now = self.reading(party)
        new = now.minus(self._told.get(party, Reading()))
        self._told[party] = now
        if not new.calls:
            return ()
        tokens = {"input_tokens": new.input_tokens, "output_tokens": new.output_tokens}
        return (Usage(party=party, calls=new.calls, **tokens),)

    def reading(self, party: Party) -> Reading:
        """All that a party used, through all of its doors."""
        total = Reading()
        for known, reading in self.readings().items():
            if known.partition("/")[0] == party:
                total = total.plus(reading)
        return total

    def readings(self) -> dict[str, Reading]:
        """What each door let through: ``PARTY``, or ``PARTY/NAME`` where one has several."""
        return {name: door.meter.reading for name, door in self._doors.items()}

    def note(self, why: str = "") -> None:
        """Put in the run's log of attempts what the provider made us do again, and a cell's end.

        Args:
            why: What ended the cell before its record; empty where nothing did.
        """
        facts: dict[str, object] = {"cell": list(self._cell)}
        again = {name: one.retries for name, one in self.readings().items() if one.retries}
        if again:
            facts["retries"] = again
        if why:
            facts["why"] = why
        if len(facts) > 1 and not self._live.offline:
            event = "cell stopped" if why else "retried"
            with suppress(OSError):  # a full disk may be what stopped it
                note_attempt(self._live.folder, event=event, **facts)


@contextmanager
def open_gate(live: Live | None, plan: Means, cell: CellKey) -> Iterator[Gate | None]:
    """The cell's gate, or None where the run has no model."""
    if live is None:
        yield None
        return
    with ExitStack() as stack:
        gate = Gate(live, plan, cell, stack)
        try:
            with _reasons(gate):
                yield gate
        except DreamBenchError as fault:
            gate.note(str(fault))
            raise
        gate.note()


@contextmanager
def _reasons(gate: Gate) -> Iterator[None]:
    """A memory's call failed: say why, where the gateway knows better than its client."""
    try:
        yield
    except ModelFault:
        gate.check()
        gate.check_purse()
        raise
