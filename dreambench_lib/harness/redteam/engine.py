"""Running the red team: each case against the real referee, and the host looked at afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple, cast

from ...errors import DreamBenchError
from ...records import Verdict
from ...traps.checks import Check
from ...trees import Tree, text_tree
from ...walk import OddTree, read_tree, write_tree
from ..control_files import strip
from ..referee import Referee
from ..sandboxes import Limits, Sandbox
from .case import Case
from .host import adopting_orphans, differences, snapshot
from .stage import staged
from .target import Spy, Stage

Judge = Callable[[Sequence[Check], Tree], Verdict]
OpenJudge = Callable[[float | None], AbstractContextManager[Judge]]
"""Opens something that judges; the argument is the time of one probe, in seconds."""
PATIENCE = 30.0
_QUICK = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Where hostile workspaces are left: in memory where that can be had."""
Progress = Callable[["Outcome"], None]


class Outcome(NamedTuple):
    """What became of one case."""

    case: str
    group: str
    story: str
    refused: bool
    detail: str
    """How it was refused, or what it got."""
    reasons: dict[str, str]
    """Check to the reason for which it failed ("" where it passed)."""


def judges_in(sandbox: Sandbox) -> OpenJudge:
    """The real referee in `sandbox`, without a cache."""

    @contextmanager
    def opened(seconds: float | None) -> Iterator[Judge]:
        # A hanging case is judged seven times: what a verdict may take must not decide here.
        limits = Limits(verdict_seconds=PATIENCE)
        if seconds is not None:
            limits = limits.model_copy(update={"seconds": seconds})
        with Referee(sandbox, limits=limits).session() as judge:
            yield judge

    return opened


def attack_all(
    cases: Sequence[Case], open_judge: OpenJudge, progress: Progress | None = None
) -> list[Outcome]:
    """Run every case; one that harms the host or a later honest tree is not refused."""
    outcomes = []
    with staged() as stage, adopting_orphans(), ExitStack() as stack:
        judges: dict[float | None, Judge] = {}
        for case in cases:
            if case.seconds not in judges:
                judges[case.seconds] = stack.enter_context(open_judge(case.seconds))
                # Opens the sandbox, so that its own processes are there before and after.
                judges[case.seconds](stage.target.checks, stage.target.honest)
            outcome = _attack(case, stage, judges[case.seconds])
            outcomes.append(outcome)
            if progress:
                progress(outcome)
    return outcomes


def _attack(case: Case, stage: Stage, judge: Judge) -> Outcome:
    before = snapshot(stage.folder)
    faults: list[str] = []
    reasons: dict[str, str] = {}
    try:
        reasons, faults = _KINDS[case.kind](case, stage, judge)
    except OddTree as odd:
        reasons = {"workspace": str(odd)}
    except DreamBenchError as fault:
        # Neither passed nor refused: an attack must not be able to stop a run.
        faults = [f"stopped the run: {fault}"]
    if not judge(stage.target.checks[:1], stage.target.honest).passed:
        faults.append("an honest tree fails afterwards")
    faults += differences(before, snapshot(stage.folder))
    how = reasons.get(case.check) or "; ".join(filter(None, reasons.values()))
    detail = "; ".join(faults) or how or "nothing found"
    return Outcome(case.name, case.group, case.story, not faults, detail, reasons)


Judged = tuple[dict[str, str], list[str]]
"""Reasons by check, and what makes the case a success (empty: it was refused)."""


def _judged(case: Case, stage: Stage, judge: Judge, tree: Tree) -> Judged:
    verdict = judge(stage.target.checks, tree)
    passed = [outcome.id for outcome in verdict.checks if outcome.passed]
    unearned = [f"passed {name}" for name in passed if name not in case.earned]
    return {outcome.id: outcome.reason for outcome in verdict.checks}, unearned


def _tree(case: Case, stage: Stage, judge: Judge) -> Judged:
    return _judged(case, stage, judge, cast(Tree, case.attack(stage.target)))


def _spy(case: Case, stage: Stage, judge: Judge) -> Judged:
    spy = cast(Spy, case.attack(stage))
    tree = {**stage.target.start, **text_tree({"spy.py": spy.source})}
    outcome = judge((spy.check(),), tree).checks[0]
    return {}, [] if outcome.passed else [f"found something ({outcome.reason})"]


def _leave(case: Case, stage: Stage, judge: Judge) -> Judged:
    folder = Path(tempfile.mkdtemp(prefix="redteam-", dir=_QUICK))
    try:
        write_tree(stage.target.start, folder)
        case.attack(stage, folder)
        end, _ = strip(stage.target.start, read_tree(folder))
        if any(stage.canary.encode() in entry.data for entry in end.values()):
            return {}, ["took a file of the host into the tree"]
        return _judged(case, stage, judge, end)
    finally:
        _remove(folder)


def _remove(folder: Path) -> None:
    # A workspace can be closed, and deeper than Python's recursion.
    for command in (["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
        subprocess.run([*command, "--", str(folder)], check=False, stderr=subprocess.DEVNULL)
    shutil.rmtree(folder, ignore_errors=True)


def _snoop(case: Case, stage: Stage, judge: Judge) -> Judged:
    return {}, [f"found {item}" for item in cast("list[str]", case.attack(stage))]


_KINDS: dict[str, Callable[[Case, Stage, Judge], Judged]] = {
    "tree": _tree,
    "spy": _spy,
    "leave": _leave,
    "snoop": _snoop,
}
