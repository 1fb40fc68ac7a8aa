"""Whole runs in and out of Memora's layout: ``PERIOD/PERSONA/eval_results/RUN/``."""

from __future__ import annotations

import json
from pathlib import Path

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.forgetting.keys import DURATIONS
from dreambench_lib.forgetting.reports.derive import aggregate_of
from dreambench_lib.forgetting.reports.folder import (
    RECEIPTS,
    digest,
    read_manifest,
    read_receipts,
)
from dreambench_lib.forgetting.reports.memora import read_results, report_json, results_json
from dreambench_lib.forgetting.reports.verify import all_passed, verify
from dreambench_lib.forgetting.score.aggregate import QuestionResult
from dreambench_lib.forgetting.score.policies import policy


def runs_in(data: Path) -> list[str]:
    """Names of the runs that have result files."""
    return sorted({path.name for path in data.glob("*/*/eval_results/*") if path.is_dir()})


def import_run(data: Path, run: str, release: str) -> list[QuestionResult]:
    """Every question result of a run; two result files for one persona and period are refused.

    The released aggregator would count both.
    """
    if run not in runs_in(data):
        raise unknown("run", run, runs_in(data))
    found: list[QuestionResult] = []
    for duration in DURATIONS:
        for folder in sorted((data / duration).glob(f"*/eval_results/{run}")):
            files = sorted(folder.glob("eval_results_*.json"))
            persona = folder.parents[1].name
            if len(files) != 1:
                names = ", ".join(path.name for path in files) or "none"
                raise BadInput(
                    f"{duration}/{persona}, run {run}: one eval_results file is wanted and there "
                    f"are {len(files)} ({names}): say which one counts by removing the others"
                )
            found += read_results(files[0], release, duration, persona)
    return found


def export_report(report: Path, out: Path) -> list[Path]:
    """Write a verified report as eval_results and eval_report files; returns what was written."""
    findings = verify(report)
    if not all_passed(findings):
        bad = next(one for one in findings if not one.passed)
        raise BadInput(f"{report.name} does not verify ({bad.what}: {bad.detail}): not exported")
    head = read_manifest(report)
    receipts = list(read_receipts(report / RECEIPTS))
    stamp = digest(report / RECEIPTS)[:12]
    written = []
    for duration in head["durations"]:
        for persona in head["personas"]:
            mine = [one for one in receipts if one.key[1:3] == (duration, persona)]
            if not mine:
                continue
            folder = out / duration / persona / "eval_results" / report.name
            folder.mkdir(parents=True, exist_ok=True)
            table = aggregate_of(mine, policy(head["policy"]), [persona], [duration])
            bodies = {
                "results": results_json(mine, persona, duration),
                "report": report_json(table, head["label"], head["protocol"]),
            }
            for name, body in bodies.items():
                path = folder / f"eval_{name}_{stamp}.json"
                text = json.dumps(body, indent=1, ensure_ascii=False)
                path.write_text(text + "\n", encoding="utf-8")
                written.append(path)
    return written
