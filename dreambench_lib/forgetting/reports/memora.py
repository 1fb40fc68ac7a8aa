"""Memora's own result files: read and written.

What is known of them (the release's ``data/README.md`` at a6493188): ``eval_results_<TS>.json``
holds per-question detail and ``eval_report_<TS>.json`` aggregated metrics, below
``data/<period>/<persona>/eval_results/<run_id>/``. The field names inside are given in a file of
the release that we do not have. **Assumed** here: the question file's own names (`question_id`,
`evaluation_question_id`, `evaluation_type`, `expected_answer`), and for the rest the names in
`NAMES`; on reading, each has the alternatives listed there, and a file that has none of them is
refused with the key at fault.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.keys import TASKS, QuestionKey
from dreambench_lib.forgetting.receipts import CriterionReceipt
from dreambench_lib.forgetting.release.load import Malformed
from dreambench_lib.forgetting.score.aggregate import Aggregate, QuestionResult
from dreambench_lib.forgetting.score.counts import Counts

NAMES: Mapping[str, tuple[str, ...]] = {
    "results": ("results", "questions", "evaluation_results"),
    "task": ("task_type", "task", "question_type"),
    "criteria": ("evaluation_results", "evaluation_questions", "sub_questions", "evaluations"),
    "answer": ("judge_answer", "actual_answer", "model_answer", "answer"),
    "correct": ("is_correct", "correct"),
}
ASSUMED = (
    "field names other than the question file's own are assumed; see dreambench_lib.forgetting."
    "reports.memora"
)


def read_results(path: Path, release: str, duration: str, persona: str) -> list[QuestionResult]:
    """Counters per question from an ``eval_results`` file.

    A criterion is satisfied by the stated answer; where answer and ``is_correct`` disagree the
    file contradicts itself and is refused. A criterion without a yes or no leaves its question
    unscored.
    """
    raw = _json(path)
    found: list[QuestionResult] = []
    seen: set[str] = set()
    for where, task, one in _questions(raw, path):
        name = str(one.get("question_id", ""))
        if not name or name in seen:
            raise Malformed(
                path.name, f"{where}.question_id", f"{name!r} is missing or there twice"
            )
        seen.add(name)
        key = QuestionKey(release, duration, persona, name)
        found.append(QuestionResult(key, task, _counts(one, path, where)))
    return found


def results_json(
    receipts: Iterable[CriterionReceipt], persona: str, duration: str
) -> dict[str, Any]:
    """The receipts of one persona and duration in the form of an ``eval_results`` file."""
    questions: dict[str, dict[str, Any]] = {}
    for one in receipts:
        if (one.key.persona, one.key.duration) != (persona, duration):
            continue
        mine = questions.setdefault(
            one.key.question,
            {"question_id": one.key.question, "task_type": one.task, "evaluation_results": []},
        )
        mine["evaluation_results"].append(
            {
                "evaluation_question_id": one.key.criterion,
                "evaluation_type": _TYPES[one.kind],
                "expected_answer": "yes" if one.kind == "presence" else "no",
                "judge_answer": one.verdict if one.verdict in ("yes", "no") else None,
                "is_correct": one.satisfied,
                "judges": {vote.judge: vote.vote for vote in one.votes},
                "protocol": one.protocol,
            }
        )
    return {"schema": ASSUMED, "persona": persona, "period": duration,
            "results": list(questions.values())}  # fmt: skip


def report_json(table: Aggregate, label: str, protocol: str) -> dict[str, Any]:
    """The aggregate in the form of an ``eval_report`` file, with policy and protocol in it."""
    return {
        "schema": ASSUMED,
        "label": label,
        "protocol": protocol,
        "policy": table.policy.name,
        "coverage": table.header,
        "fama": {
            task: {
                cell.duration: None if cell.fama is None else float(cell.fama)
                for cell in table.cells.values()
                if cell.task == task
            }
            for task in TASKS
        },
    }


_TYPES = {"presence": "memory_presence", "forgetting": "forgetting_absence"}


def _questions(raw: Any, path: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(where, task, question): a list with a task in each, or lists by task."""
    name, body = _pick(raw, "results", path.name, "")
    if isinstance(body, dict):
        for task, group in body.items():
            for place, one in enumerate(group if isinstance(group, list) else [group]):
                yield f"{name}.{task}[{place}]", _task(task, path, name), _dict(one, path, name)
        return
    if not isinstance(body, list):
        raise Malformed(path.name, name, "is neither a list nor lists by task")
    for place, one in enumerate(body):
        where = f"{name}[{place}]"
        _, task = _pick(_dict(one, path, where), "task", path.name, where)
        yield where, _task(task, path, where), one


def _counts(one: dict[str, Any], path: Path, where: str) -> Counts | None:
    name, criteria = _pick(one, "criteria", path.name, where)
    if not isinstance(criteria, list):
        raise Malformed(path.name, f"{where}.{name}", "is no list")
    sums, open_ = [0, 0, 0, 0], False
    for place, raw in enumerate(criteria):
        at = f"{where}.{name}[{place}]"
        row = _dict(raw, path, at)
        kinds = {v: k for k, v in _TYPES.items()}
        kind = kinds.get(str(row.get("evaluation_type")))
        if kind is None:
            raise Malformed(path.name, f"{at}.evaluation_type", "is neither of the two known")
        answer = str(_pick(row, "answer", path.name, at)[1] or "").strip().lower()
        good = answer == ("yes" if kind == "presence" else "no")
        stated = next((row[n] for n in NAMES["correct"] if n in row), None)
        if answer not in ("yes", "no"):
            open_ = True
        elif stated is not None and bool(stated) != good:
            raise Malformed(path.name, at, f"says {stated} of the answer {answer!r}")
        first = 0 if kind == "presence" else 2
        sums[first] += good
        sums[first + 1] += 1
    return None if open_ else Counts(*sums)


def _pick(row: Any, what: str, file: str, where: str) -> tuple[str, Any]:
    for name in NAMES[what]:
        if isinstance(row, dict) and name in row:
            return name, row[name]
    raise Malformed(file, where, f"has none of {', '.join(NAMES[what])}")


def _task(name: Any, path: Path, where: str) -> str:
    if name not in TASKS:
        raise Malformed(path.name, where, f"{name!r} is no task: {', '.join(TASKS)}")
    return str(name)


def _dict(value: Any, path: Path, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Malformed(path.name, where, "is no object")
    return value


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise BadInput(f"{path} cannot be read or is no JSON") from None
