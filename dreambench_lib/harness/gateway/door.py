"""One caller's way through the gateway: a party of one cell.

Order of things: path and form, ordinal, budget, then the cassette (replay) or the upstream; the
reply passes on line by line while it is counted, watched and kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Condition, Event, Semaphore
from typing import Any, NamedTuple

from . import normal, wire
from .budget import Amount, Purse
from .cassette import Exchange, ReplayMismatch, Tape
from .flow import Flow, Heard
from .meter import Meter
from .prices import Prices
from .redact import Redactor
from .upstream import Cut, Reply, Upstream
from .wallet import Spent, Wallet

REQUEST_BYTES = 8 * 1024 * 1024
SPENT = 402
"""Status of what a budget refuses: no client tries that again."""
DRAIN_SECONDS = 10.0


class _Request(NamedTuple):
    """A request that is let in."""

    ordinal: int
    path: str
    kept: bytes
    """Its body, without secrets."""
    asked: dict[str, Any]
    """The same with all that was in it: what is sent on."""


class Answer(NamedTuple):
    """A reply on its way to the caller; `pieces` must be read to the end or closed."""

    status: int
    kind: str
    pieces: Iterable[bytes]

    def close(self) -> None:
        """Give up what was not read."""
        close = getattr(self.pieces, "close", None)
        if close:
            close()


class Door:
    """Serves one party of one cell; several threads may use it."""

    def __init__(
        self,
        party: str,
        upstream: Upstream | None,
        tape: Tape | None,
        purses: tuple[Purse, ...],
        prices: Prices,
        redact: Redactor,
        turns: Semaphore,
        paths: tuple[str, ...] = wire.AGENT_PATHS,
    ) -> None:
        """`upstream` None: replies come from `tape`. `tape` None: nothing is kept."""
        self.party, self.meter = party, Meter()
        self.spent: Spent | None = None
        """Set once a budget has refused or cut something: from then on nothing is sent."""
        self.failure = ""
        """How the provider last failed, after all attempts; empty once it has answered again."""
        self.mismatch: ReplayMismatch | None = None
        self.lost: BaseException | None = None
        """Why an exchange could not be kept or found (a full disk, a damaged cassette)."""
        self._upstream, self._tape, self._wallet = upstream, tape, Wallet(purses, prices)
        self._redact, self._turns, self._paths = redact, turns, paths
        self._asked = self._busy = 0
        self._shut = self._closed = False
        self._idle, self._stop = Condition(), Event()
        self._writer = ThreadPoolExecutor(1, "cassette")

    def exchange(self, method: str, path: str, body: bytes) -> Answer:
        """Answer one request, whatever it is; raises only where the cassette is damaged."""
        refusal = self._refusal(method, path, body)
        if refusal:
            return _refused(*refusal)
        asked: dict[str, Any] = json.loads(body)
        with self._idle:
            ordinal = self._asked
            self._asked += 1
            self._busy += 1
        try:
            return self._answer(_Request(ordinal, path, self._redact(body), asked), len(body))
        except BaseException as fault:
            self.lost = fault
            self._done()
            raise

    def drain(self) -> None:
        """Nobody waits any more for what is under way: wait for it to end.

        What does not end in time (a server that hangs) may still be counted with a later session.
        """
        self._stop.set()
        with self._idle:
            self._idle.wait_for(lambda: not self._busy, DRAIN_SECONDS)
            self._stop = Event()

    def close(self) -> None:
        """Let nothing new happen; what is still under way is neither counted nor kept."""
        self._shut = True
        self.drain()
        self._closed = True
        self._writer.shutdown(wait=False)

    def _refusal(self, method: str, path: str, body: bytes) -> tuple[int, str, str] | None:
        if self._shut:
            return 503, "this cell is over", "closed"
        if method != "POST" or path not in self._paths:
            listed = ", ".join(self._paths)
            return 403, f"{method} {path[:80]} is not allowed here: POST {listed}", "forbidden"
        if len(body) > REQUEST_BYTES:
            return 413, f"a request has at most {REQUEST_BYTES} bytes", "too_large"
        form = wire.parsed(body)
        if not isinstance(form, dict) or not isinstance(form.get("model"), str):
            return 400, "the body must be a JSON object that names a model", "invalid_request"
        return None

    def _answer(self, request: _Request, size: int) -> Answer:
        reserved = self.spent or self._wallet.reserve(size, request.asked)
        if isinstance(reserved, Spent):
            self.spent = reserved
            self._done()
            return _refused(SPENT, reserved.words, "budget_spent")
        try:
            reply = self._reply(request)
        except BaseException as fault:
            self._wallet.give_back(reserved)
            if not isinstance(fault, ReplayMismatch):
                raise
            self.mismatch = self.mismatch or fault
            self._done()
            return _refused(409, str(fault), "replay_mismatch")
        flow = Flow(
            reply,
            self._redact,
            over=lambda told: self._emptied(told, request),
            end=lambda heard: self._settle(request, reserved, heard),
        )
        return Answer(reply.status, reply.kind, flow)

    def _reply(self, request: _Request) -> Reply:
        if self._upstream is None:
            assert self._tape is not None
            found = self._tape.find(self.party, request.ordinal, request.path, request.kept)
            data = self._tape.cassette.body(found.reply)
            return Reply(found.status, found.kind, _replayed(data, found.cut), found.attempts)
        self._turns.acquire()
        try:
            sent = json.dumps(wire.asks_for_usage(request.path, request.asked)).encode()
            return self._upstream.send(request.path, sent, self._stop)
        except BaseException:
            self._turns.release()
            raise

    def _emptied(self, told: int, request: _Request) -> bool:
        """Whether a budget ends a stream here."""
        over = self._wallet.over(told, request.asked)
        self.spent = over or self.spent
        return over is not None

    def _settle(self, request: _Request, reserved: Amount, heard: Heard) -> None:
        """Count and keep one finished exchange."""
        self.failure = heard.failure
        model = request.asked["model"]
        if heard.reply.status < 400:
            # What no provider reported is charged by an estimate, and not counted as tokens used.
            guess = wire.Used(
                len(request.kept) // wire.CHARACTERS_A_TOKEN, heard.told // wire.CHARACTERS_A_TOKEN
            )
            self._wallet.pay(reserved, model, heard.used or guess)
            if not self._closed:
                money = self._wallet.price(model, heard.used)
                self.meter.add(heard.used, money, heard.reply.attempts)
        else:
            self._wallet.give_back(reserved)
        if self._upstream is not None:
            self._turns.release()
            if self._tape is not None:
                # Behind the caller's back: it need not wait for our disk.
                self._writer.submit(self._keep, self._tape, request, heard)
                return
        self._done()

    def _keep(self, tape: Tape, request: _Request, heard: Heard) -> None:
        try:
            if not self._closed:
                tape.write(
                    Exchange(
                        party=self.party,
                        ordinal=request.ordinal,
                        path=request.path,
                        match=normal.digest(request.path, json.loads(request.kept)),
                        request=tape.cassette.keep(request.kept),
                        status=heard.reply.status,
                        kind=heard.reply.kind,
                        reply=tape.cassette.keep(heard.text),
                        attempts=heard.reply.attempts,
                        cut=heard.cut,
                    )
                )
        except BaseException as fault:
            self.lost = fault
        finally:
            self._done()

    def _done(self) -> None:
        with self._idle:
            self._busy -= 1
            self._idle.notify_all()


def _refused(status: int, words: str, kind: str) -> Answer:
    return Answer(status, "application/json", iter([wire.error(words, kind)]))


def _replayed(data: bytes, cut: bool) -> Iterator[bytes]:
    yield from data.splitlines(keepends=True)
    if cut:
        raise Cut
