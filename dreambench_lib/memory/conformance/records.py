"""What the suite says of a memory: one finding a check, and the verdict that a plan may carry."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from dreambench_lib.canonical import sha256
from dreambench_lib.records import Record, Words

Result = Literal["holds", "fails", "by design", "reported", "not run"]
Standing = Literal["admitted", "rejected", "unavailable"]


class Finding(Record):
    """The outcome of one check."""

    id: str
    promise: str
    """What the check asks of a memory, in one sentence."""
    result: Result
    told: Words = ""
    """What was seen; of a check that fails, the reason."""
    figures: dict[str, float] = Field(default_factory=dict)
    """Measured and never judged: seconds, calls, tokens."""


class Conformance(Record):
    """Who was admitted and why not: frozen before outcomes, and small enough for a plan."""

    condition: str
    code: str
    """SHA-256 of the file that its class stands in: a verdict is on this code and no other."""
    suite: str
    """Version and digest of the suite, ``1-3f0c…``: what was asked."""
    verdict: Standing
    reasons: tuple[str, ...] = ()
    """Why not; empty where it is admitted."""
    lossy: str = ""
    """What the condition by its own idea does not give back; empty: it gave back every byte."""
    findings: str = ""
    """SHA-256 over what each check found, without what was measured."""

    @property
    def literal(self) -> bool:
        """Admitted, and nothing was excused: what a slot of the external audit needs."""
        return self.verdict == "admitted" and not self.lossy

    @property
    def digest(self) -> str:
        """SHA-256 of this record."""
        return sha256(self)


class Report(Record):
    """A whole run of the suite."""

    conformance: Conformance
    digest: str
    """`Conformance.digest`, written out so that a changed file shows."""
    seconds: float
    findings: tuple[Finding, ...]


def findings_digest(findings: tuple[Finding, ...]) -> str:
    """SHA-256 over ids, promises and results; equal on any machine, however fast."""
    return sha256([[one.id, one.promise, one.result] for one in findings])
