"""What a question without forgetting (or presence) criteria scores: a policy, always by name.

The paper's formula says nothing about an empty bucket; one third of the released questions have
one. There is no silent answer here: the default leaves such a question undefined.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.forgetting.score.counts import Case, Counts, paper_fama

Choice = Literal["as-released", "exclude", "undefined"]
CHOICES: tuple[Choice, ...] = get_args(Choice)
_PARTS: tuple[Case, ...] = ("no forgetting", "no presence", "no criteria")
_SHORT = dict(zip(("forgetting", "presence", "both"), range(3), strict=True))

MEANING: dict[Choice, str] = {
    "as-released": "as the released code does: lambda = 0, so FAMA = MPA where nothing is to be "
    "forgotten (an empty presence bucket counts as MPA 0, which is assumed: the audit names it "
    "'source-defined' without its value)",
    "exclude": "the question is left out of every mean, and counted as left out",
    "undefined": "the question has no score, and no mean that it belongs to has one",
}


class Policy(NamedTuple):
    """One choice for each of: empty forgetting bucket, empty presence bucket, both empty."""

    forgetting: Choice = "undefined"
    presence: Choice = "undefined"
    both: Choice = "undefined"

    @property
    def name(self) -> str:
        """How it is printed and given on a command line.

        >>> Policy().name, Policy("as-released").name
        ('undefined', 'forgetting=as-released,presence=undefined,both=undefined')
        """
        if len(set(self)) == 1:
            return self.forgetting
        return ",".join(f"{part}={choice}" for part, choice in zip(_SHORT, self, strict=True))

    def choice(self, case: Case) -> Choice:
        """The choice for a case with an empty bucket."""
        return self[_PARTS.index(case)]


UNDEFINED = Policy()
AS_RELEASED = Policy("as-released", "as-released", "as-released")
EXCLUDE = Policy("exclude", "exclude", "exclude")


def policy(text: str) -> Policy:
    """The policy of that name, for all three cases or one by one; cases not named are undefined.

    >>> policy("exclude") == EXCLUDE
    True
    >>> policy("forgetting=as-released").presence
    'undefined'
    """
    if "=" not in text:
        return Policy(*[_choice(text)] * 3)
    found = UNDEFINED
    for part in text.split(","):
        name, _, choice = (word.strip() for word in part.partition("="))
        if name not in _SHORT:
            raise unknown("empty bucket", name, _SHORT)
        found = found._replace(**{name: _choice(choice)})
    return found


class Score(NamedTuple):
    """A question's score under a policy, with its parts."""

    fama: Fraction | None
    """None: `treated` says why."""
    mpa: Fraction | None
    faa: Fraction | None
    case: Case
    treated: Literal["scored", "excluded", "undefined"]


@lru_cache(maxsize=65536)
def score(counts: Counts, policy: Policy = UNDEFINED) -> Score:
    """FAMA of one question, [0, 1].

    >>> score(Counts(3, 4, 0, 0)).treated
    'undefined'
    >>> score(Counts(3, 4, 0, 0), AS_RELEASED).fama
    Fraction(3, 4)
    """
    case = counts.case
    if case == "full":
        return Score(paper_fama(counts), counts.mpa, counts.faa, case, "scored")
    choice = policy.choice(case)
    if choice == "as-released":
        return Score(_released(counts), counts.mpa, counts.faa, case, "scored")
    treated: Literal["excluded", "undefined"] = "excluded" if choice == "exclude" else "undefined"
    return Score(None, counts.mpa, counts.faa, case, treated)


def coverage(questions: Iterable[Counts]) -> tuple[int, int]:
    """Questions that have a forgetting criterion, and all questions."""
    flags = [counts.forgetting > 0 for counts in questions]
    return sum(flags), len(flags)


def _released(counts: Counts) -> Fraction:
    """Empty presence: MPA 0, so the score is 0 whatever the forgetting bucket says."""
    return counts.mpa or Fraction(0)


def _choice(text: str) -> Choice:
    for choice in CHOICES:
        if text == choice:
            return choice
    raise (
        unknown("empty-bucket policy", text, CHOICES)
        if text
        else BadInput(f"an empty-bucket policy is missing: one of {', '.join(CHOICES)}")
    )
