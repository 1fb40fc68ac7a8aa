"""How judges agree: consensus patterns, and kappa for each pair, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from dreambench_lib.forgetting.receipts import CriterionReceipt

PATTERNS = ("unanimous yes", "majority yes", "majority no", "unanimous no", "incomplete")


class Agreement(NamedTuple):
    """Two raters on the criteria that both judged."""

    first: str
    second: str
    both: int
    equal: int
    kappa: Fraction | None
    """Cohen's; None where chance alone would agree always (or nothing was judged by both)."""

    @property
    def share(self) -> Fraction | None:
        return Fraction(self.equal, self.both) if self.both else None


def pattern(votes: Sequence[str | None]) -> str:
    """The consensus of three valid votes; fewer are `incomplete`.

    >>> pattern(["yes", "no", "yes"]), pattern(["yes", None, "yes"])
    ('majority yes', 'incomplete')
    """
    if len(votes) != 3 or None in votes:
        return "incomplete"
    yes = votes.count("yes")
    return PATTERNS[3 - yes]


def patterns(receipts: Iterable[CriterionReceipt]) -> dict[str, int]:
    """Criteria per consensus pattern."""
    found = Counter(pattern([vote.vote for vote in one.votes]) for one in receipts)
    return {name: found[name] for name in PATTERNS}


def pairwise(receipts: Sequence[CriterionReceipt]) -> list[Agreement]:
    """Every pair of judges."""
    votes: dict[str, dict[object, str | None]] = {}
    for one in receipts:
        for vote in one.votes:
            votes.setdefault(vote.judge, {})[one.key] = vote.vote
    return [
        _agreement(
            first, second, [(votes[first].get(k), votes[second].get(k)) for k in votes[first]]
        )
        for first, second in combinations(votes, 2)
    ]


def between(
    first: Sequence[CriterionReceipt], second: Sequence[CriterionReceipt], names: tuple[str, str]
) -> Agreement:
    """Two sets of verdicts on the same criteria and answers, e.g. the literal judge and a panel."""
    other = {(one.key, one.answer): one.verdict for one in second}
    return _agreement(*names, [(one.verdict, other.get((one.key, one.answer))) for one in first])


def kappa(pairs: Sequence[tuple[str, str]]) -> Fraction | None:
    """Cohen's kappa of paired yes/no ratings.

    >>> yes, no = "yes", "no"
    >>> kappa([(yes, yes)] * 20 + [(yes, no)] * 5 + [(no, yes)] * 10 + [(no, no)] * 15)
    Fraction(2, 5)
    """
    if not pairs:
        return None
    n = len(pairs)
    yes = [sum(pair[side] == "yes" for pair in pairs) for side in (0, 1)]
    seen = Fraction(sum(a == b for a, b in pairs), n)
    chance = Fraction(yes[0] * yes[1] + (n - yes[0]) * (n - yes[1]), n * n)
    return None if chance == 1 else (seen - chance) / (1 - chance)


def _agreement(
    first: str, second: str, votes: Iterable[tuple[str | None, str | None]]
) -> Agreement:
    pairs = [(a, b) for a, b in votes if a in ("yes", "no") and b in ("yes", "no")]
    clean = [(str(a), str(b)) for a, b in pairs]
    equal = sum(a == b for a, b in clean)
    return Agreement(first, second, len(clean), equal, kappa(clean))
