"""What ``eval_report`` files state, beside what the results of the same run give.

Known of them is what `dreambench_lib.forgetting.reports.memora` says. **Assumed**: a key ``fama``
(or one of `NAMES`) with a figure of 100 per task, plain or by period, as our own export writes it;
a report without it is listed as not compared. A policy that a report does not name is the released
code's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dreambench_lib.forgetting.keys import DURATIONS, TASKS
from dreambench_lib.forgetting.score.aggregate import QuestionResult, aggregate
from dreambench_lib.forgetting.score.policies import policy

NAMES = ("fama", "FAMA", "fama_by_task", "fama_scores")
NOT_COMPARED = f"not compared: the report has none of {', '.join(NAMES)} by task"
CLOSE = 0.005
"""Figures are printed with two decimals at most: half a unit of the second."""


class Stated(NamedTuple):
    """One figure of a report, of 100."""

    file: str
    """Below the data folder."""
    task: str
    stated: float | None
    derived: float | None
    """From the result file beside it, under the report's policy."""
    verdict: str


def stated_reports(data: Path, run: str, results: Sequence[QuestionResult]) -> list[Stated]:
    """Every figure that the run's report files state, against its results."""
    return [
        one
        for duration in DURATIONS
        for folder in sorted((data / duration).glob(f"*/eval_results/{run}"))
        for path in sorted(folder.glob("eval_report_*.json"))
        for one in _figures(path, data, duration, folder.parents[1].name, results)
    ]


def _figures(
    path: Path, data: Path, duration: str, persona: str, results: Sequence[QuestionResult]
) -> Iterator[Stated]:
    name = str(path.relative_to(data))
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        yield Stated(name, "", None, None, "not compared: the report is no JSON")
        return
    said = _by_task(raw, duration)
    if not said:
        yield Stated(name, "", None, None, NOT_COMPARED)
        return
    mine = [one for one in results if one.key[1:3] == (duration, persona)]
    rule = policy(str(raw.get("policy", "as-released")))
    cells = aggregate(mine, rule, personas=[persona], durations=[duration]).cells
    for task, figure in said.items():
        fama = cells[task, duration].fama
        derived = None if fama is None else float(fama)
        same = figure is derived is None or (
            figure is not None and derived is not None and abs(figure - derived) <= CLOSE
        )
        yield Stated(name, task, figure, derived, "agrees" if same else "differs")


def _by_task(raw: Any, duration: str) -> dict[str, float | None]:
    """The figures by task, where a report has the form that is assumed."""
    found = next((raw[n] for n in NAMES if isinstance(raw, dict) and n in raw), None)
    said: dict[str, float | None] = {}
    if not isinstance(found, dict):
        return said
    for task in TASKS:
        figure = found.get(task, ())
        if isinstance(figure, dict):
            figure = figure.get(duration, ())
        if figure is None or (isinstance(figure, int | float) and not isinstance(figure, bool)):
            said[task] = figure
    return said
