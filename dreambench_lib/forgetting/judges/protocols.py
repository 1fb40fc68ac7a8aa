"""From votes to a verdict: a protocol is an object with a name, printed wherever its scores are.

The paper: three judges, two of three decide (arXiv 2604.20006, 4.2). `strict` is that, and fails
closed. The released code accepts fewer under two names here, so that its scores can be compared,
never by accident.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from dreambench_lib.errors import BadInput, unknown

Vote = Literal["yes", "no"] | None
"""None: the judge gave no valid answer."""
Outcome = Literal["yes", "no", "incorrect", "undecided"]


class Decision(NamedTuple):
    """A criterion's verdict and why."""

    outcome: Outcome
    """`incorrect`: counted as not satisfied; `undecided`: the question is unscored."""
    reason: str
    configured: int
    initialised: int
    valid: int


class Protocol(NamedTuple):
    """How many judges are needed, who is asked when some lack, and what decides."""

    name: str
    meaning: str
    configured: int
    """Judges that must be configured."""
    start: int
    """Judges that must be initialised before any is asked."""
    valid: int
    """Valid votes that a verdict needs."""
    majority_of: Literal["configured", "valid"]
    alone_below: int = 0
    """With fewer initialised judges than this, only the first is asked (a downgrade)."""
    none_valid: Literal["undecided", "incorrect"] = "undecided"

    def asked(self, initialised: int) -> int:
        """How many of the initialised judges are asked, from the first on."""
        if initialised < self.start:
            return 0
        return 1 if initialised < self.alone_below else initialised

    def decide(self, configured: int, initialised: int, votes: Sequence[Vote]) -> Decision:
        """The verdict from the votes of the judges that were asked, one each.

        >>> STRICT.decide(3, 3, ["yes", None, "yes"]).outcome
        'yes'
        >>> STRICT.decide(3, 2, []).reason
        'quorum: 2 of 3 judges initialised'
        """
        if configured != self.configured:
            raise BadInput(
                f"protocol {self.name} takes {self.configured} judges and {configured} are "
                "configured: change the judges or name another protocol"
            )
        if not 0 <= initialised <= configured:
            raise BadInput(f"{initialised} judges of {configured} cannot be initialised")
        if len(votes) != self.asked(initialised):
            raise BadInput(
                f"protocol {self.name} asks {self.asked(initialised)} of {initialised} judges; "
                f"there are {len(votes)} votes"
            )
        yes, no = votes.count("yes"), votes.count("no")
        outcome, reason = self._outcome(configured, initialised, yes, no)
        return Decision(outcome, reason, configured, initialised, yes + no)

    def _outcome(self, configured: int, started: int, yes: int, no: int) -> tuple[Outcome, str]:
        valid = yes + no
        if started < self.start:
            return "undecided", f"quorum: {started} of {configured} judges initialised"
        if valid == 0:
            return self.none_valid, "no valid vote"
        if valid < self.valid:
            return "undecided", f"quorum: {valid} valid votes, {self.valid} needed"
        base = configured if self.majority_of == "configured" else valid
        for outcome, votes in (("yes", yes), ("no", no)):
            if 2 * votes > base:
                return outcome, f"{votes} of {base}"  # type: ignore[return-value]
        return "undecided", f"{yes}-{no} is no majority"


STRICT = Protocol(
    name="strict",
    meaning="three configured and initialised, two equal votes decide; else undecided",
    configured=3,
    start=3,
    valid=2,
    majority_of="configured",
)
TRACK1 = Protocol(
    name="released-track1",
    meaning="one or more initialised, majority of the valid votes; none valid is incorrect "
    "(paper, Appendix C); a tie stays undecided (the release's answer to it is not known to us)",
    configured=3,
    start=1,
    valid=1,
    majority_of="valid",
    none_valid="incorrect",
)
TRACK2 = TRACK1._replace(
    name="released-track2",
    meaning="as released-track1, but fewer than three initialised are replaced by one of them",
    alone_below=3,
)
LITERAL = Protocol(
    name="literal",
    meaning="no model judges: a program looks whether the quoted fact occurs, word by word",
    configured=1,
    start=1,
    valid=1,
    majority_of="configured",
)
PROTOCOLS = {one.name: one for one in (STRICT, TRACK1, TRACK2, LITERAL)}


def protocol(name: str) -> Protocol:
    """The protocol of that name."""
    if name not in PROTOCOLS:
        raise unknown("judge protocol", name, PROTOCOLS)
    return PROTOCOLS[name]
