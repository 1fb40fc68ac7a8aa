"""Memories on a release's personas: what `dreambench memora run` does."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dreambench_lib.errors import BadInput, unknown
from dreambench_lib.forgetting.keys import DURATIONS
from dreambench_lib.forgetting.reports.answers import Answer
from dreambench_lib.forgetting.reports.folder import SCORES
from dreambench_lib.forgetting.reports.make import literal_report
from dreambench_lib.forgetting.score.policies import UNDEFINED, Policy
from dreambench_lib.forgetting.workload.feed import Grain
from dreambench_lib.forgetting.workload.layers import LAYERS
from dreambench_lib.forgetting.workload.persona import Answerer, Layers, run_persona
from dreambench_lib.memory.conditions import Condition
from dreambench_lib.records import Budget

Progress = Callable[[str, int, int], None]


class LayerResult(NamedTuple):
    """One condition at one layer."""

    condition: str
    layer: str
    state: str
    """``scored``, ``not visible`` (a store that cannot be scanned) or ``not run`` (no model)."""
    report: Path | None
    manifest: dict[str, Any] | None
    rows: list[dict[str, Any]]
    """Counters per question, from the report's scores."""


def run_conditions(
    data: Path,
    conditions: Sequence[Condition],
    out: Path,
    *,
    duration: str = "weekly",
    personas: Sequence[str] | None = None,
    grain: Grain = "session",
    budget: Budget | None = None,
    policy: Policy = UNDEFINED,
    answerer: Answerer | None = None,
    progress: Progress | None = None,
) -> list[LayerResult]:
    """Each condition over each persona; one literal report per condition and layer."""
    people = list(personas or with_conversations(data, duration))
    found: list[LayerResult] = []
    for condition in conditions:
        if condition.sealed:
            raise BadInput(f"{condition.id} is made from sealed facts of traps: it cannot run here")
        lived = [
            run_persona(
                data, duration, persona, condition, grain=grain, budget=budget, answerer=answerer,
                progress=_told(progress, f"{condition.id} {persona}"),
            )
            for persona in people
        ]  # fmt: skip
        place = out / condition.id.replace(":", "-").replace("/", "-")
        found += [_layer(data, condition, layer, lived, place / layer, policy) for layer in LAYERS]
    return found


def with_conversations(data: Path, duration: str) -> list[str]:
    """The personas whose conversations are there."""
    if duration not in DURATIONS:
        raise unknown("duration", duration, DURATIONS)
    found = sorted(path.parent.name for path in (data / duration).glob("*/conversations"))
    if not found:
        raise BadInput(f"{data / duration} has no conversations: get the full release")
    return found


def _layer(
    data: Path, condition: Condition, layer: str, lived: list[Layers], place: Path, policy: Policy
) -> LayerResult:
    parts: list[list[Answer] | None] = [getattr(one, layer) for one in lived]
    answers = [answer for part in parts if part is not None for answer in part]
    if None in parts:
        state = "not run" if layer == "answered" else "not visible"
        return LayerResult(condition.id, layer, state, None, None, [])
    subject = f"{condition.id}, {layer}"
    manifest = literal_report(data, answers, place, subject=subject, policy=policy)
    rows = json.loads((place / SCORES).read_text(encoding="utf-8"))["by question"]
    return LayerResult(condition.id, layer, "scored", place, manifest, rows)


def _told(progress: Progress | None, name: str) -> Callable[[int, int], None] | None:
    return (lambda done, total: progress(name, done, total)) if progress else None
