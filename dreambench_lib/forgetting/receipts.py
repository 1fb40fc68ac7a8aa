"""A receipt per criterion: everything that its verdict was made of, and how."""

from __future__ import annotations

from typing import Literal

from dreambench_lib.canonical import sha256
from dreambench_lib.forgetting.judges.parse import parse
from dreambench_lib.forgetting.judges.prompt import Item
from dreambench_lib.forgetting.judges.protocols import Decision, Outcome, Protocol
from dreambench_lib.forgetting.keys import CriterionKey, Kind
from dreambench_lib.records import Record


class JudgeVote(Record):
    """What one judge did with one criterion."""

    judge: str
    model: str
    """The model id as the provider reported it; for the literal judge its version."""
    prompt: str
    """Digest of the prompt."""
    raw: str | None
    """The answer as it came; None where none came."""
    vote: Literal["yes", "no"] | None
    attempts: int
    error: str = ""


class CriterionReceipt(Record):
    """The verdict on one criterion with its evidence."""

    key: CriterionKey
    task: str
    kind: Kind
    criterion: str
    """Digest of the criterion's text."""
    answer: str
    """Digest of the answer that was judged."""
    votes: tuple[JudgeVote, ...]
    configured: int
    initialised: int
    valid: int
    verdict: Outcome
    reason: str
    protocol: str

    @property
    def satisfied(self) -> bool | None:
        """None where it is undecided."""
        if self.verdict == "undecided":
            return None
        return self.verdict == ("yes" if self.kind == "presence" else "no")


def receipt(item: Item, votes: list[JudgeVote], made: Decision, rule: Protocol) -> CriterionReceipt:
    """The receipt of a decision on `item`."""
    return CriterionReceipt(
        key=item.key,
        task=item.task,
        kind=item.kind,
        criterion=sha256(item.criterion),
        answer=sha256(item.answer),
        votes=tuple(votes),
        configured=made.configured,
        initialised=made.initialised,
        valid=made.valid,
        verdict=made.outcome,
        reason=made.reason,
        protocol=rule.name,
    )


def faults(one: CriterionReceipt, rule: Protocol) -> list[str]:
    """What in a receipt does not follow from its raw answers; empty when all does."""
    found = []
    for vote in one.votes:
        if vote.vote != (parse(vote.raw) if vote.raw is not None else None):
            found.append(f"{vote.judge}'s vote is {vote.vote}, its raw answer says otherwise")
    if len({vote.judge for vote in one.votes}) != len(one.votes):
        found.append("a judge voted twice")
    if one.protocol != rule.name:
        found.append(f"made under {one.protocol}, the report says {rule.name}")
    votes = [parse(vote.raw) if vote.raw is not None else None for vote in one.votes]
    try:
        again = rule.decide(one.configured, one.initialised, votes)
    except Exception as fault:
        return [*found, str(fault)]
    stated = (one.verdict, one.reason, one.valid)
    if (again.outcome, again.reason, again.valid) != stated:
        found.append(f"verdict {one.verdict} ({one.reason}), the votes give {again.outcome}")
    return found
