"""What a finished run is, in a few facts: plan, folds, what was left out, what was tried."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from dreambench_lib.harness.status import attempts
from dreambench_lib.report.folds import author_table, fold_table
from dreambench_lib.report.frames import Frames, load
from dreambench_lib.report.warmup import warm_up

ONLY_RECORD = "a cell has one record; nothing in a run without a model differs between attempts"


def about(source: str | Path) -> dict[str, Any]:
    """The facts as plain JSON values; what a source does not say is left out."""
    frames = load(source)
    plan = frames.manifest.get("plan") or {}
    events = [] if frames.folder is None else attempts(frames.folder)
    return {
        "run": frames.source,
        "label": frames.label,
        "cells": len(frames.cells),
        "conditions": frames.conditions,
        "agents": frames.agents,
        "traps": len(frames.trap_ids),
        "seeds": frames.seeds,
        "models": {
            name: plan[name]["model"] for name in ("model", "memory_model") if plan.get(name)
        },
        "attempt that counts": plan.get("attempts", ONLY_RECORD if plan else "not published"),
        "excluded": excluded(frames),
        "attempts": tried(events),
        "warm_up": [one.as_dict() for one in warm_up(frames)],
        "folds": fold_table([source]).to_dict("records"),
        "authors": author_table(frames).astype(object).where(lambda t: t.notna(), None)
        .to_dict("records"),
    }  # fmt: skip


def excluded(frames: Frames) -> dict[str, int]:
    """Cells that are no outcomes, by the party that failed."""
    counted = frames.excluded["failed_party"].value_counts()
    return {str(party): int(number) for party, number in counted.items()}


def tried(events: list[dict[str, object]]) -> dict[str, int]:
    """The log of attempts, counted: starts, cells that infra ended, calls sent again."""
    found: Counter[str] = Counter()
    for event in events:
        name = str(event.get("event"))
        if name in ("start", "stopped", "cell stopped"):
            found[name] += 1
        again = event.get("retries")
        if isinstance(again, dict):
            found["calls sent again"] += sum(map(int, again.values()))
        if name == "taken over":
            found["cells of a pilot"] += int(str(event.get("cells", 0)))
    return dict(found)
