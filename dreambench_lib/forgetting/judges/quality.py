"""Judges as instruments: sensitivity and specificity on the planted answers, with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from dreambench_lib.forgetting.judges.planted import Known
from dreambench_lib.forgetting.receipts import CriterionReceipt
from dreambench_lib.stats import clopper_pearson


class Quality(NamedTuple):
    """How one judge, or the panel, did on known answers. What it did not answer is no success."""

    judge: str
    right_yes: int
    known_yes: int
    """Known yes that got a valid vote."""
    right_no: int
    known_no: int
    unanswered: int

    def as_dict(self) -> dict[str, Any]:
        """Rates with exact 95 % intervals; undefined (None) where nothing was answered."""
        return {
            "judge": self.judge,
            "sensitivity": _rate(self.right_yes, self.known_yes),
            "specificity": _rate(self.right_no, self.known_no),
            "unanswered": self.unanswered,
        }


def quality(known: Sequence[Known], receipts: Iterable[CriterionReceipt]) -> list[Quality]:
    """The panel first, then each judge that was asked."""
    made = {one.key: one for one in receipts}
    truth = {one.item.key: one.truth for one in known}
    here = {key: made[key] for key in truth if key in made}
    panel = {key: _valid(one.verdict) for key, one in here.items()}
    votes: dict[str, dict[Any, str | None]] = {"panel": dict(panel)}
    for key, one in here.items():
        for vote in one.votes:
            votes.setdefault(vote.judge, {})[key] = vote.vote
    return [_count(name, truth, said) for name, said in votes.items()]


def _count(name: str, truth: Mapping[Any, str], said: Mapping[Any, str | None]) -> Quality:
    pairs = [(real, said.get(key)) for key, real in truth.items()]
    return Quality(
        judge=name,
        right_yes=pairs.count(("yes", "yes")),
        known_yes=sum(real == "yes" and vote is not None for real, vote in pairs),
        right_no=pairs.count(("no", "no")),
        known_no=sum(real == "no" and vote is not None for real, vote in pairs),
        unanswered=sum(vote is None for _, vote in pairs),
    )


def _valid(verdict: str) -> str | None:
    return verdict if verdict in ("yes", "no") else None


def _rate(right: int, known: int) -> dict[str, Any] | None:
    if not known:
        return None
    low, high = clopper_pearson(right, known)
    return {"right": right, "of": known, "low": low, "high": high}
