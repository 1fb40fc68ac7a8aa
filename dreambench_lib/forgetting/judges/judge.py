"""A judge is asked about one item and gives one vote, or says why it gives none."""

from __future__ import annotations

from threading import Lock
from typing import Protocol

from dreambench_lib.canonical import sha256
from dreambench_lib.errors import Infra
from dreambench_lib.forgetting.judges.cassette import Cassette, Exchange
from dreambench_lib.forgetting.judges.parse import parse
from dreambench_lib.forgetting.judges.prompt import Item, messages, prompt_digest
from dreambench_lib.forgetting.judges.warmup import WARM_UP
from dreambench_lib.forgetting.receipts import JudgeVote
from dreambench_lib.models import BudgetSpent, Client

PATIENCE = 3
"""Faults in a row after which a judge is not asked any more in this run."""
TRIES = 2
"""How often one prompt is sent when the answer is neither yes nor no."""


class Judge(Protocol):
    """Anything that votes; a class outside this tree will do."""

    name: str

    def start(self) -> str:
        """Get ready; the reason where that failed, else an empty text (then it is initialised)."""

    def vote(self, item: Item) -> JudgeVote:
        """The vote on one item; never raises for a fault of the service."""


class ModelJudge:
    """A model behind an OpenAI-compatible endpoint, asked at temperature 0."""

    def __init__(self, name: str, client: Client, cassette: Cassette | None = None) -> None:
        self.name, self._client = name, client
        self._tape = Cassette() if cassette is None else cassette
        self._faults, self._lock = 0, Lock()

    def start(self) -> str:
        """One known answer: a judge that cannot answer it is not initialised."""
        vote = self.vote(WARM_UP)
        return "" if vote.vote else f"{self.name}: {vote.error or 'no valid answer'}"

    def vote(self, item: Item) -> JudgeVote:
        digest = prompt_digest(item)
        end = self._client.endpoint
        key = sha256([self.name, end.model, end.temperature, end.max_tokens, digest])
        known = self._tape.get(key)
        if known is not None:
            return _vote(self.name, digest, known)
        if self._tape.replay:
            return self._none(digest, 0, "not on the cassette")
        if self._faults >= PATIENCE:
            return self._none(digest, 0, f"not asked: {PATIENCE} faults in a row")
        return self._ask(item, digest, key)

    def _ask(self, item: Item, digest: str, key: str) -> JudgeVote:
        attempts, tokens = 0, (0, 0)
        for left in reversed(range(TRIES)):
            try:
                reply = self._client.complete(messages(item))
            except BudgetSpent as fault:
                return self._none(digest, attempts, str(fault))
            except Infra as fault:
                with self._lock:
                    self._faults += 1
                return self._none(digest, attempts + getattr(fault, "attempts", 1), str(fault))
            with self._lock:
                self._faults = 0
            attempts += reply.attempts
            tokens = tokens[0] + reply.input_tokens, tokens[1] + reply.output_tokens
            if parse(reply.text) or not left:
                break
        made = Exchange(
            key=key, judge=self.name, model=reply.model, raw=reply.text, attempts=attempts,
            tokens=tokens,
        )  # fmt: skip
        self._tape.put(made)
        return _vote(self.name, digest, made)

    def _none(self, digest: str, attempts: int, error: str) -> JudgeVote:
        return JudgeVote(
            judge=self.name, model=self._client.endpoint.model, prompt=digest, raw=None, vote=None,
            attempts=attempts, error=error,
        )  # fmt: skip


class Absent:
    """A configured judge that could not be built, e.g. for want of a key."""

    def __init__(self, name: str, why: str) -> None:
        self.name, self._why = name, why

    def start(self) -> str:
        return f"{self.name}: {self._why}"

    def vote(self, item: Item) -> JudgeVote:
        return JudgeVote(
            judge=self.name, model="", prompt=prompt_digest(item), raw=None, vote=None, attempts=0,
            error=self._why,
        )  # fmt: skip


def _vote(judge: str, digest: str, made: Exchange) -> JudgeVote:
    vote = parse(made.raw)
    error = "" if vote else "malformed answer" if made.raw.strip() else "empty answer"
    return JudgeVote(
        judge=judge, model=made.model, prompt=digest, raw=made.raw, vote=vote,
        attempts=made.attempts, error=error,
    )  # fmt: skip
