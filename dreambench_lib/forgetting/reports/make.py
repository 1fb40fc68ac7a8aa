"""Judging a set of answers and writing the report: what `dreambench memora judge` does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dreambench_lib.forgetting.judges.agreement import between
from dreambench_lib.forgetting.judges.judge import Judge
from dreambench_lib.forgetting.judges.literal import LiteralJudge
from dreambench_lib.forgetting.judges.panel import Bench, judge_all, open_bench
from dreambench_lib.forgetting.judges.planted import RELEASE, mixed, planted
from dreambench_lib.forgetting.judges.prompt import Item
from dreambench_lib.forgetting.judges.protocols import LITERAL, Protocol
from dreambench_lib.forgetting.receipts import CriterionReceipt
from dreambench_lib.forgetting.release.layout import release_digest
from dreambench_lib.forgetting.reports.answers import Answer, files_of, items_of
from dreambench_lib.forgetting.reports.folder import Setting, write_report
from dreambench_lib.forgetting.score.policies import UNDEFINED, Policy
from dreambench_lib.models import Ledger

Progress = Callable[[int, int], None]


def judge_answers(
    data: Path,
    answers: Sequence[Answer],
    judges: Sequence[Judge],
    rule: Protocol,
    out: Path,
    *,
    subject: str,
    policy: Policy = UNDEFINED,
    workers: int = 4,
    ledger: Ledger | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Judge every criterion of the answered questions, known answers planted among them.

    Returns the report's manifest. A report is written even where judges failed: it then counts
    what is undecided, and the same call later asks only what no judge has answered yet.
    """
    release = release_digest(data)
    items = items_of(files_of(data, answers), answers, release)
    known = planted()
    bench = open_bench(judges, rule)
    made = judge_all(mixed(items, known), bench, workers, progress)
    receipts = [one for one in made if one.key.release != RELEASE]
    setting = Setting(
        subject=subject,
        protocol=rule.name,
        policy=policy,
        release=release,
        personas=list(dict.fromkeys(one.persona for one in answers)),
        durations=list(dict.fromkeys(one.duration for one in answers)),
        judges=_told(bench, receipts),
        configured=len(bench.configured),
        initialised=len(bench.initialised),
        absent=bench.absent,
        used=ledger.used if ledger else {},
    )
    planted_receipts = [one for one in made if one.key.release == RELEASE]
    beside = None if rule == LITERAL else beside_literal(items, receipts)
    return write_report(out, setting, receipts, planted_receipts, known, answers, beside)


def literal_report(
    data: Path, answers: Sequence[Answer], out: Path, *, subject: str, policy: Policy = UNDEFINED
) -> dict[str, Any]:
    """The same without a model."""
    return judge_answers(
        data, answers, [LiteralJudge()], LITERAL, out, subject=subject, policy=policy, workers=1
    )


def beside_literal(items: Sequence[Item], receipts: Sequence[CriterionReceipt]) -> dict[str, Any]:
    """How far the literal judge agrees with verdicts that models made on the same answers."""
    literal = judge_all(items, open_bench([LiteralJudge()], LITERAL), 1)
    found = between(literal, receipts, ("literal", "panel"))
    kappa = None if found.kappa is None else str(found.kappa)
    return {"both": found.both, "equal": found.equal, "kappa": kappa}


def _told(bench: Bench, receipts: Sequence[CriterionReceipt]) -> list[Mapping[str, Any]]:
    """The judges in order, with the models that answered under their names."""
    models: dict[str, set[str]] = {}
    for one in receipts:
        for vote in one.votes:
            if vote.raw is not None:
                models.setdefault(vote.judge, set()).add(vote.model)
    return [
        {
            "name": judge.name,
            "initialised": judge in bench.initialised,
            "models": sorted(models.get(judge.name, ())),
        }
        for judge in bench.configured
    ]
