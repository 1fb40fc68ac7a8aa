"""The referee: observes each probe once, decides outside, and knows whose fault a failure is.

A probe that hangs, floods, lies or takes the sandbox down fails its checks. Only when a known-good
tree fails in a fresh sandbox as well is it the machine's fault: hostile code can buy neither a
retry nor an exclusion.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import resources

from ...canonical import canonical, sha256
from ...errors import Infra
from ...records import CheckOutcome, Verdict
from ...traps.checks import Call, Check, Look, Run
from ...trees import Tree, digest
from ..sandboxes.base import (
    DEFAULT,
    TIMEOUT,
    Limits,
    Observation,
    Sandbox,
    SandboxSession,
    SessionLost,
)
from ..sandboxes.known_good import fault_when_fresh
from ..verdict_cache import VerdictCache, verdict_key
from .decide import decide, look

REFEREE_VERSION = "2"
LOST = "the sandbox ended"
KILLED = "exit status 137"
"""What the kernel's hunt for memory leaves of a probe, too."""
SUSPECT = (TIMEOUT, LOST, KILLED)
"""Failures that a broken machine could cause as well: looked into, and never cached."""


@functools.cache
def code_digest() -> str:
    """SHA-256 over the code that observes and decides: keys the local cache, and nothing else."""
    harness = resources.files(__package__.rpartition(".")[0])
    folders = (harness / "referee", harness / "sandboxes", harness / "sandboxes" / "inside")
    sources = [
        (folder.name, file.name, sha256(file.read_bytes()))
        for folder in folders
        for file in folder.iterdir()
        if file.name.endswith(".py")
    ]
    return sha256(sorted(sources))


def _fits(verdict: Verdict, checks: Sequence[Check]) -> bool:
    """Whether a remembered verdict answers these checks and agrees with itself."""
    asked = [(check.id, check.kind) for check in checks]
    told = [(outcome.id, outcome.kind) for outcome in verdict.checks]
    return asked == told and all(c.passed == (not c.reason) for c in verdict.checks)


class Judge:
    """One referee session: ``judge(checks, tree)`` gives a verdict; opens a sandbox when needed."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._open = ExitStack()
        self._session: SandboxSession | None = None

    def __call__(self, checks: Sequence[Check], tree: Tree) -> Verdict:
        """Judge `tree` by `checks` (in their order).

        Raises:
            Infra: if the machine is at fault.
            NoSandbox: if there is no sandbox to judge in.
        """
        key = self._referee.key(checks, tree)
        cache = self._referee.cache
        known = cache.get(key) if cache is not None else None
        if known is not None and _fits(known, checks):
            return known
        verdict = Verdict(checks=tuple(self._judge(checks, tree)))
        if any(outcome.reason in SUSPECT for outcome in verdict.checks):
            self._require_working_machine()
        elif cache is not None:
            cache.put(key, verdict)
        return verdict

    def _judge(self, checks: Sequence[Check], tree: Tree) -> Iterator[CheckOutcome]:
        until = time.monotonic() + self._referee.limits.verdict_seconds
        seen: dict[str, Observation] = {}
        for check in checks:
            probe = canonical(check.probe)
            if probe not in seen:
                seen[probe] = (
                    look(tree, check.probe.path)
                    if isinstance(check.probe, Look)
                    else self._observe(tree, check.probe, until)
                )
            yield decide(check, seen[probe], tree)

    def _observe(self, tree: Tree, probe: Call | Run, until: float) -> Observation:
        limits = self._referee.limits
        seen = Observation("failed", LOST)
        # A sandbox that ended during a probe is replaced once; then it is the probe's doing.
        for _ in range(2):
            seconds = min(limits.seconds, until - time.monotonic())
            if seconds <= 0:
                return Observation("failed", TIMEOUT)
            try:
                seen = self._sandbox().observe(tree, probe, seconds)
                break
            except SessionLost:
                self.close()
        return seen

    def _sandbox(self) -> SandboxSession:
        if self._session is None:
            self._session = self._open.enter_context(self._referee.fresh())
        return self._session

    def _require_working_machine(self) -> None:
        fault = fault_when_fresh(self._referee.sandbox, self._referee.limits)
        if fault:
            raise Infra(
                f"the sandbox fails on a known-good tree ({fault}): run 'dreambench doctor', "
                "then resume the run"
            )

    def close(self) -> None:
        """End this session's sandbox, if it has one."""
        self._session = None
        self._open.close()


class Referee:
    """Judges trees in `sandbox`, remembering verdicts in `cache`."""

    def __init__(
        self, sandbox: Sandbox, cache: VerdictCache | None = None, limits: Limits = DEFAULT
    ) -> None:
        self.sandbox = sandbox
        self.cache = cache
        self.limits = limits

    def identity(self) -> str:
        """The versions that a verdict depends on; no fact of this machine."""
        return f"referee/{REFEREE_VERSION} {self.sandbox.identity()}"

    def key(self, checks: Sequence[Check], tree: Tree) -> str:
        """Where a verdict stands in the cache."""
        where = f"{self.identity()} {self.sandbox.interpreter()} {canonical(self.limits)}"
        where += f" {code_digest()}"
        return verdict_key(checks, digest(tree), where)

    @contextmanager
    def session(self) -> Iterator[Judge]:
        """One sandbox for everything judged in here, opened only when a probe must run."""
        judge = Judge(self)
        try:
            yield judge
        finally:
            judge.close()

    @contextmanager
    def fresh(self) -> Iterator[SandboxSession]:
        """A new sandbox; one that does not even start is the machine's fault.

        Raises:
            Infra: if it does not start twice.
        """
        with ExitStack() as stack:
            yield self._start(stack)

    def _start(self, stack: ExitStack) -> SandboxSession:
        for attempt in range(2):
            try:
                return stack.enter_context(self.sandbox.session(self.limits))
            except SessionLost as lost:
                if attempt:
                    raise Infra(
                        f"no sandbox starts ({lost}): run 'dreambench doctor', then resume the run"
                    ) from None
        raise AssertionError("unreachable")
