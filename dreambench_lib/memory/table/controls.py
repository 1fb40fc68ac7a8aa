"""Controls and the ceiling."""

from __future__ import annotations

from dreambench_lib.memory.table.entry import Condition

CONTROLS = (
    Condition(
        id="recency-only",
        memory="dreambench_lib.memory.baselines.recency:Recency",
        meaning="Every note, newest first, whatever the task.",
        differs="Not in the paper.",
    ),
    Condition(
        id="random-k",
        memory="dreambench_lib.memory.baselines.random_k:RandomK",
        meaning="Every note in an order drawn by lot: what being shown at all is worth.",
        differs="Not in the paper.",
        ranked=False,
    ),
    Condition(
        id="ideal",
        memory="dreambench_lib.harness.ideal:Ideal",
        meaning="The governing facts in plain sentences: a ceiling, not a system.",
        differs="Not in the paper.",
        ranked=False,
        sealed=True,
    ),
)
