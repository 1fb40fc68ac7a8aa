"""The records everybody speaks: what agents and memories are given, and what a run leaves behind.

Immutable pydantic models. Nothing sealed (facts, secrets, expectations) appears in the first half:
those are the only records that agents and memories ever see.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
)

CheckKind = Literal["presence", "forgetting", "scope", "procedure", "abstention", "regression"]
Lifecycle = Literal["active", "superseded", "stale", "requires_review", "deleted"]
Party = Literal["infra", "agent", "referee"]


def _whole(text: str) -> str:
    return text if text.isascii() else text.encode(errors="replace").decode()


Words = Annotated[str, AfterValidator(_whole)]
"""Text from outside. Half a character (a lone surrogate), which would make a record unreadable, is
replaced by a question mark."""


class Record(BaseModel):
    """Base of every record: frozen, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# --- what a memory and an agent see -------------------------------------------------------------


class Note(Record):
    """An event's text as it arrives after a session, with the metadata it came with."""

    id: str
    """Opaque; equal notes of equal mints have equal ids."""
    text: str
    session: int = Field(ge=1)
    """The session after which it became known."""
    date: str
    """Document date, ISO 8601."""
    author: str
    """The role of who wrote it, e.g. ``carrier``."""
    about: str
    """Declared scope: the project it speaks of, e.g. ``ledger``."""


class Episode(Record):
    """The raw, append-only record of one session. Holds no verdict and nothing hidden."""

    id: str
    project: str
    session: int
    prompt: str
    context: str
    diff: str
    output: str
    notes: tuple[Note, ...]


class Query(Record):
    """What a memory is asked before a session."""

    project: str
    session: int
    prompt: str
    files: tuple[str, ...] = ()
    """The files named as the task's scope."""
    items: int = 6
    words: int = 1200


class Recall(Record):
    """One thing a read returned, in the memory's ranked order."""

    text: Words
    sources: tuple[Words, ...] = ()
    """Ids of notes or episodes it came from: the harness renders its header from them."""
    status: Lifecycle = "active"
    score: float | None = None
    decision: Words = ""
    """Why it was admitted (or, for `admitted = False`, refused)."""
    admitted: bool = True
    """False: listed for the audit only; never shown, never charged to the budget."""


class Budget(Record):
    """The one read budget, applied by the harness after `read` (paper: 6 items, 1,200 words)."""

    items: int = Field(default=6, ge=0)
    words: int = Field(default=1200, ge=0)


class Usage(Record):
    """Model tokens of one party as the provider reported them."""

    party: Literal["wake", "sleep", "judge", "vendor"]
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


class WorkLog(Record):
    """What an agent reports of its session; only `output` and `usage` are kept as evidence."""

    output: Words = ""
    error: Words | None = None
    """An agent outcome (timeout, crash), not an exclusion."""
    usage: tuple[Usage, ...] = ()
    fills: tuple[tuple[Words, Words], ...] = ()
    """Simulated readers only: the value each slot was given."""


# --- what a run leaves behind -------------------------------------------------------------------


class CellKey(NamedTuple):
    """One (condition, agent, trap, seed)."""

    condition: str
    agent: str
    trap_id: str
    seed: int


class CheckOutcome(Record):
    """One executable demand's result, with what was seen."""

    id: str
    kind: CheckKind
    passed: bool
    reason: str = ""
    """Empty when passed; else what was wrong, e.g. ``timeout`` or ``saw "END"``."""


class Verdict(Record):
    """A session's checks; `passed` only if every one of them passed."""

    checks: tuple[CheckOutcome, ...]

    @property
    def passed(self) -> bool:
        return bool(self.checks) and all(check.passed for check in self.checks)


class ShownItem(Record):
    """A recall's fate: what the harness did with it, and what it was made of."""

    rank: int
    text: str
    sources: tuple[str, ...]
    status: Lifecycle
    score: float | None
    shown: bool
    decision: str
    words: int


class Asked(Record):
    """One question that a memory put to a model, so that the cell can be lived through again."""

    question: str
    """SHA-256 of the messages."""
    answer: Words


class SessionRecord(Record):
    """One session of a cell as it is sealed."""

    session: int
    start: Literal["clean", "continue"]
    prompt_digest: str
    context: str
    recalls: tuple[ShownItem, ...]
    notes: tuple[Note, ...]
    diff: tuple[dict[str, str], ...]
    """`trees.to_json` of what changed."""
    start_digest: str
    end_digest: str
    verdict: Verdict
    work: WorkLog
    control_files: tuple[str, ...] = ()
    """Files that steer a test runner, which were taken out of the agent's change."""

    faults: dict[str, int] = {}
    """Items that the memory could not keep, by kind."""
    asked: tuple[Asked, ...] = ()
    """What the memory asked its model, in order."""

    @model_serializer(mode="wrap")
    def _without_nothing(self, serialize: SerializerFunctionWrapHandler) -> dict[str, object]:
        # Written only where there are any: the records of honest work keep their bytes.
        body: dict[str, object] = serialize(self)
        for name in ("control_files", "faults", "asked"):
            if not body[name]:
                del body[name]
        return body


class CellRecord(Record):
    """The terminal record of a cell: exactly one per started cell (RULES 25)."""

    key: CellKey
    failed_party: Party | None = None
    """Set where the cell stopped early; `infra` and `referee` are no outcomes."""
    detail: Words = ""
    sessions: tuple[SessionRecord, ...] = ()
    instance_digest: str = ""
    author: str = ""
    """Who authored the trap, where a model worked; empty where none did."""
    model: str = ""
    """The model that worked; empty where none did."""

    @model_serializer(mode="wrap")
    def _without_a_model(self, serialize: SerializerFunctionWrapHandler) -> dict[str, object]:
        # As with sessions: the records of runs without a model keep their bytes.
        body: dict[str, object] = serialize(self)
        for name in ("author", "model"):
            if not body[name]:
                del body[name]
        return body

    @property
    def passed(self) -> bool:
        """Pass@1: the last session's checks all passed and the agent reported no error."""
        return (
            self.failed_party is None
            and bool(self.sessions)
            and self.sessions[-1].verdict.passed
            and self.sessions[-1].work.error is None
        )


class Receipt(Record):
    """The digests that let somebody else re-derive one outcome, chained to its predecessor."""

    key: CellKey
    instance: str
    record: str
    """SHA-256 of the cell record's canonical JSON."""
    previous: str
    chain: str
    """SHA-256 over `previous` and this receipt's own digests."""
