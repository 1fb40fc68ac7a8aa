"""Counts derived from the official release that ship with the project; no text of it is in them."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from dreambench_lib.errors import BadInput
from dreambench_lib.forgetting.judges.literal import LABEL
from dreambench_lib.forgetting.release.census import census
from dreambench_lib.forgetting.release.lint import RULES, counts, lint
from dreambench_lib.forgetting.release.load import iter_release
from dreambench_lib.forgetting.score.counts import Counts
from dreambench_lib.forgetting.score.published import FOLDER
from dreambench_lib.forgetting.workload.feed import GRAINS
from dreambench_lib.forgetting.workload.run import run_conditions
from dreambench_lib.memory.conditions import condition

WEEKLY = ("grain", "condition", "layer", "persona", "task", "question")
COUNTERS = ("present", "presence", "absent", "forgetting")
CONDITIONS = ("B0", "recency-only", "B5", "DF-hybrid-rules")
"""Those that run without a model, B0 as the control that recalls nothing."""


def freeze(data: Path, out: Path = FOLDER, progress: Callable[..., None] | None = None) -> None:
    """Write ``census.json``, ``lint.json`` and ``weekly.csv`` from a full release."""
    found = census(data)
    if found.faults:
        raise found.faults[0]
    out.mkdir(parents=True, exist_ok=True)
    _json(out / "census.json", found.as_dict())
    rules = counts(lint(iter_release(data)))
    lines = {name: {"meaning": RULES[name], **row} for name, row in rules.items()}
    _json(out / "lint.json", {"release": found.digest, "rules": lines})
    with (out / "weekly.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*WEEKLY, *COUNTERS])
        writer.writerows(_weekly(data, progress))


def read_frozen(name: str, folder: Path = FOLDER) -> dict[str, Any]:
    """``census`` or ``lint``."""
    try:
        found: dict[str, Any] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise BadInput(f"{name}.json is missing in {folder}: 'dreambench memora freeze'") from None
    return found


def read_weekly(folder: Path = FOLDER) -> list[tuple[dict[str, str], Counts]]:
    """Each question's place (grain, condition, layer, persona, task) with its counters."""
    try:
        with (folder / "weekly.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except OSError:
        raise BadInput(f"weekly.csv is missing in {folder}: 'dreambench memora freeze'") from None
    return [
        ({name: row[name] for name in WEEKLY}, Counts(*(int(row[name]) for name in COUNTERS)))
        for row in rows
    ]


def _weekly(data: Path, progress: Callable[..., None] | None) -> Iterator[list[object]]:
    """The conditions on the weekly personas whose conversations exist; numbers only."""
    chosen = [condition(name) for name in CONDITIONS]
    for grain in GRAINS:
        with tempfile.TemporaryDirectory(prefix="memora-") as place:
            for found in run_conditions(data, chosen, Path(place), grain=grain, progress=progress):
                for number, row in enumerate(found.rows):
                    if row["counts"] is None:
                        raise BadInput(f"{row['question']} has a criterion that quotes no fact")
                    head = [grain, found.condition, found.layer, row["persona"], row["task"]]
                    yield [*head, number % 15, *row["counts"]]


def _json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


__all__ = ["LABEL", "freeze", "read_frozen", "read_weekly"]
