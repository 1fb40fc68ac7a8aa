"""The suite: every check of one memory, each in bounded time, and the verdict over all.

Each check runs in a thread of its own and is given up when its time is over, so a memory that never
returns is a rejection and no hang.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from dreambench_lib.canonical import sha256
from dreambench_lib.errors import BadInput, Infra
from dreambench_lib.memory.conditions import condition, needs
from dreambench_lib.memory.conformance.check import Broken, Check, Lost, NotRun
from dreambench_lib.memory.conformance.checks import CHECKS
from dreambench_lib.memory.conformance.ground import Ground
from dreambench_lib.memory.conformance.guard import Guard
from dreambench_lib.memory.conformance.records import (
    Conformance,
    Finding,
    Report,
    Standing,
    findings_digest,
)
from dreambench_lib.memory.conformance.sessions import query
from dreambench_lib.memory.table import Condition

VERSION = "1"
PATIENCE = 20.0
"""Seconds that a write may take to show, by default."""
DEADLINE = 60.0
"""Seconds that a check may take, by default; its waiting comes on top."""


_STUCK = "NeverReturned: "
LAST = "network"
"""Made whatever happened: it only looks at what was tried."""


class NeverReturned(Exception):
    """A call into a memory took longer than a check may; its thread was given up."""


def suite_id() -> str:
    """Version and digest of the suite: SHA-256 over its own source, file by file."""
    home = Path(__file__).parent
    files = {one.relative_to(home).as_posix(): one.read_text() for one in home.rglob("*.py")}
    return f"{VERSION}-{sha256(files)[:16]}"


def conform(
    name: str, *, patience: float = PATIENCE, deadline: float = DEADLINE,
    model: object | None = None, tell: Callable[[Finding], None] = lambda finding: None,
) -> Report:  # fmt: skip
    """Put the memory called `name` (or at that path) through every check.

    Args:
        patience: Seconds that a write may take to show; it is asked again until it does.
        deadline: Seconds that each check may take besides.
        model: A metered client, for a condition that asks a model.
        tell: Called with each finding as it is made.

    Raises:
        BadInput: there is no such memory, or it cannot be imported.
    """
    start = time.monotonic()
    chosen = condition(name)
    if reason := _unfit(chosen, model):
        return _report(chosen, "unavailable", (reason,), (), start)
    guard = Guard()
    with (
        tempfile.TemporaryDirectory(prefix="conformance-", ignore_cleanup_errors=True) as place,
        guard.on_duty(),
    ):
        ground = Ground(chosen, Path(place), guard, patience, model)
        if reason := _absent(ground, deadline + patience):
            return _report(chosen, "unavailable", (reason,), (), start)
        findings: list[Finding] = []
        for check in CHECKS:
            stuck = check.id != LAST and any(one.told.startswith(_STUCK) for one in findings)
            findings.append(_skipped(check) if stuck else _made(check, ground, deadline + patience))
            tell(findings[-1])
    reasons = tuple(f"{f.id}: {f.told}" for f in findings if f.result == "fails")
    verdict: Standing = "rejected" if reasons else "admitted"
    return _report(chosen, verdict, reasons, tuple(findings), start)


def _unfit(chosen: Condition, model: object | None) -> str:
    if chosen.sealed:
        return "it is made by the harness from sealed facts: no memory under test"
    return needs(chosen) if chosen.needs_model and model is None else ""


def _absent(ground: Ground, seconds: float) -> str:
    """Why the memory cannot be had at all; empty where it can, or fails by its own fault."""

    def look() -> None:
        with ground.check("start"):
            ground.life().ask(query(1))

    fault = _bounded(look, seconds)
    return _line(fault) if isinstance(fault, (Infra, BadInput)) else ""


def _skipped(check: Check) -> Finding:
    """Who did not return once is not waited for again."""
    told = "it did not return in an earlier check"
    return Finding(id=check.id, promise=check.promise, result="not run", told=told)


def _made(check: Check, ground: Ground, seconds: float) -> Finding:
    seen: list[Finding] = []

    def find() -> None:
        with ground.check(check.id):
            told = check.run(ground)
        result = "holds" if check.judged else "reported"
        seen.append(
            Finding(id=check.id, promise=check.promise, result=result, told=told.text,
                    figures=told.figures)
        )  # fmt: skip

    fault = _bounded(find, seconds)
    if fault is None:
        return seen[0]
    excused = isinstance(fault, Lost) and ground.condition.forbids
    return Finding(
        id=check.id,
        promise=check.promise,
        result="not run" if isinstance(fault, NotRun) else "by design" if excused else "fails",
        told=str(fault) if isinstance(fault, Broken | NotRun) else _line(fault),
    )


def _bounded(call: Callable[[], None], seconds: float) -> BaseException | None:
    """What `call` raised; NeverReturned where it did not return in time."""
    raised: list[BaseException] = []

    def body() -> None:
        try:
            call()
        except BaseException as fault:  # a memory may raise SystemExit too
            raised.append(fault)

    thread = threading.Thread(target=body, daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        return NeverReturned(f"it did not return within {seconds:g} seconds")
    return raised[0] if raised else None


def _line(fault: BaseException) -> str:
    said = " ".join(str(fault).split())
    return said if isinstance(fault, Infra | BadInput) else f"{type(fault).__name__}: {said}"


def _code(chosen: Condition) -> str:
    """SHA-256 of the module of a condition's class; empty where it has no file."""
    module = sys.modules.get(chosen.memory.partition(":")[0])
    place = getattr(module, "__file__", None)
    return sha256(Path(place).read_bytes()) if place else ""


def _report(
    chosen: Condition, verdict: Standing, reasons: tuple[str, ...], findings: tuple[Finding, ...],
    start: float,
) -> Report:  # fmt: skip
    excused = any(one.result == "by design" for one in findings)
    made = Conformance(
        condition=chosen.id,
        code=_code(chosen),
        suite=suite_id(),
        verdict=verdict,
        reasons=reasons,
        lossy=chosen.forbids if excused else "",
        findings=findings_digest(findings) if findings else "",
    )
    return Report(
        conformance=made,
        digest=made.digest,
        seconds=round(time.monotonic() - start, 2),
        findings=findings,
    )
