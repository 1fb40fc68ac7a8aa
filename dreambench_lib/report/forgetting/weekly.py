"""Our memories on the weekly personas, from the shipped counters; any policy can be applied."""

from __future__ import annotations

from collections import defaultdict

import pandas as pd

from dreambench_lib.errors import unknown
from dreambench_lib.forgetting.frozen import CONDITIONS, read_weekly
from dreambench_lib.forgetting.keys import TASKS, QuestionKey
from dreambench_lib.forgetting.score.aggregate import QuestionResult, aggregate
from dreambench_lib.forgetting.score.counts import Counts
from dreambench_lib.forgetting.score.policies import policy
from dreambench_lib.forgetting.workload.feed import GRAINS
from dreambench_lib.forgetting.workload.layers import LAYERS

_Place = tuple[str, str]
"""(condition, layer)."""


def layer_scores(grain: str, rule: str) -> pd.DataFrame:
    """FAMA of 100 per condition and layer, by task, under a policy; `answered` was not run."""
    rows = []
    for (condition, layer), results in _grouped(grain).items():
        people = sorted({one.key.persona for one in results})
        table = aggregate(results, policy(rule), personas=people, durations=("weekly",))
        cells = {task: table.cells[task, "weekly"] for task in TASKS}
        row: dict[str, object] = {"condition": condition, "layer": layer}
        row |= {t: None if c.fama is None else float(c.fama) for t, c in cells.items()}
        row["scored"] = sum(cell.scored for cell in cells.values())
        row["of"] = sum(cell.questions for cell in cells.values())
        rows.append(row)
    return pd.DataFrame(rows)


def layer_counts(grain: str) -> pd.DataFrame:
    """Criteria satisfied per condition and layer, both buckets apart and no policy needed."""
    rows = []
    for (condition, layer), results in _grouped(grain).items():
        counts = [one.counts for one in results if one.counts]
        names = ("present", "presence", "absent", "forgetting")
        sums = {name: sum(getattr(one, name) for one in counts) for name in names}
        rows.append(
            {
                "condition": condition,
                "layer": layer,
                "facts present": f"{sums['present']}/{sums['presence']}",
                "obsolete facts absent": f"{sums['absent']}/{sums['forgetting']}",
                "MPA": sums["present"] / sums["presence"],
                "FAA": sums["absent"] / sums["forgetting"],
            }
        )
    return pd.DataFrame(rows)


def _grouped(grain: str) -> dict[_Place, list[QuestionResult]]:
    if grain not in GRAINS:
        raise unknown("grain", grain, GRAINS)
    found: dict[_Place, list[QuestionResult]] = defaultdict(list)
    for place, counts in read_weekly():
        if place["grain"] == grain:
            found[place["condition"], place["layer"]].append(_result(place, counts))
    order = [(condition, layer) for condition in CONDITIONS for layer in LAYERS]
    return {place: found[place] for place in order if found[place]}


def _result(place: dict[str, str], counts: Counts) -> QuestionResult:
    key = QuestionKey("frozen", "weekly", place["persona"], place["question"])
    return QuestionResult(key, place["task"], counts)
