"""Outcomes in Harbor job folders: a ``result.json`` per trial, below one or more jobs.

Assumed (Harbor 0.25, its `TrialResult`): a trial's file has ``task_name``, ``trial_name``,
``agent_info`` with ``name`` and perhaps ``model_info.name``, ``verifier_result.rewards`` (name ->
number) and ``exception_info`` where something was raised. A job's own ``result.json`` has no
``task_name``. Trials of a task carry no number: they are numbered in the order of their names, so
which of two systems' trials meet in a pair is arbitrary. D and the clustered p do not depend on it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.report.outcomes.tidy import Outcomes, Row, roles_of, tidy

NOTE = (
    "Trials are numbered in the order of their names, so pairs across systems are arbitrary: "
    "read D and the clustered p, not the pooled one."
)
AGENTS_OWN = (
    "AgentTimeoutError",
    "ContextWindowExceededError",
    "ContextLengthExceededError",
    "OutputTokenExceededError",
    "OutputLengthExceededError",
    "AgentSafetyRefusalError",
    "ContentPolicyViolationError",
)
"""What Harbor counts as the agent's own end: its reward is an outcome. Any other fault is none."""


def _agent(trial: Mapping[str, Any], path: Path) -> str:
    info = trial.get("agent_info") or {}
    model = (info.get("model_info") or {}).get("name")
    return f"{info.get('name', '')}/{model}" if model else str(info.get("name", ""))


SYSTEMS: dict[str, Callable[[Mapping[str, Any], Path], str]] = {
    "agent": _agent,
    "model": lambda trial, path: str(
        ((trial.get("agent_info") or {}).get("model_info") or {}).get("name") or ""
    ),
    "job": lambda trial, path: path.parent.parent.name,
}
"""What may tell systems apart: ``--columns system=NAME``."""


def recognises(path: Path) -> bool:
    """Whether a folder is a job, or holds jobs."""
    return path.is_dir() and next(_trials(path), None) is not None


def read(path: Path, columns: Mapping[str, str] | None = None) -> Outcomes:
    """The outcomes of a job folder, or of a folder of jobs.

    Args:
        columns: ``system``: one of `SYSTEMS` (default agent, with its model). ``score``: a reward's
            name, where trials have several.
    """
    names = roles_of(columns, {"system": "agent", "score": ""})
    if names["system"] not in SYSTEMS:
        raise unknown("system of Harbor jobs", names["system"], SYSTEMS)
    left_out: list[str] = []
    rows: list[Row] = []
    seen: dict[tuple[str, str], int] = {}
    for file, trial in sorted(
        _trials(path), key=lambda one: (str(one[1].get("trial_name")), one[0])
    ):
        why = _no_outcome(trial)
        if why:
            left_out.append(f"{file.parent.name}: {why}")
            continue
        place = (SYSTEMS[names["system"]](trial, file), str(trial["task_name"]))
        seen[place] = seen.get(place, 0) + 1
        score = _reward(trial, names["score"], file)
        rows.append(Row(f"trial {file.parent.name}", *place, str(seen[place]), score))
    return tidy(rows, path.name, left_out, NOTE)


def _trials(path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Trial results at most two folders down: a job's, or several jobs'."""
    for file in sorted({*path.glob("*/result.json"), *path.glob("*/*/result.json")}):
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise BadInput(
                f"{file.parent.name}/result.json is no JSON: the trial did not finish; remove it"
            ) from None
        if isinstance(content, dict) and "task_name" in content:
            yield file, content


def _no_outcome(trial: Mapping[str, Any]) -> str:
    """Why a trial says nothing about its agent; empty if it does."""
    raised = (trial.get("exception_info") or {}).get("exception_type", "")
    if raised and raised not in AGENTS_OWN:
        return str(raised)
    return "" if (trial.get("verifier_result") or {}).get("rewards") else "no reward"


def _reward(trial: Mapping[str, Any], name: str, file: Path) -> Any:
    rewards = trial["verifier_result"]["rewards"]
    if not name and len(rewards) > 1 and "reward" not in rewards:
        raise BadInput(
            f"trial {file.parent.name} has several rewards ({', '.join(rewards)}): choose one with "
            "--columns score=NAME"
        )
    chosen = name or ("reward" if "reward" in rewards else next(iter(rewards)))
    if chosen not in rewards:
        raise unknown(f"reward of trial {file.parent.name}", chosen, rewards)
    return rewards[chosen]
