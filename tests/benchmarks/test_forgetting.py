"""What scoring forgetting costs: a million verdicts, the release's census, a weekly persona.

The last two need the release (DREAMBENCH_SHARED); nothing here asserts a time.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from dreambench_lib.forgetting import UNDEFINED, aggregate, table3, table4, table5
from dreambench_lib.forgetting.keys import DURATIONS, TASKS
from dreambench_lib.forgetting.release.census import census
from dreambench_lib.forgetting.score.frame import tally
from dreambench_lib.forgetting.workload.persona import run_persona
from dreambench_lib.memory.conditions import condition

CRITERIA = 10
"""Of each question, half of them forgetting criteria; the release has 10.7."""


def million() -> pd.DataFrame:
    """A million seeded verdicts: 100,000 questions of ten personas in every cell of Table 3."""
    questions = 1_000_000 // CRITERIA
    number = np.repeat(np.arange(questions), CRITERIA)
    return pd.DataFrame(
        {
            "release": "r",
            "duration": np.array(DURATIONS)[number % 3],
            "persona": np.array([f"p{i}" for i in range(10)])[number % 10],
            "question": number.astype(str),
            "criterion": np.tile(np.arange(CRITERIA).astype(str), questions),
            "task": np.array(TASKS)[number // 3 % 3],
            "kind": np.tile(["presence", "forgetting"], len(number) // 2),
            "verdict": np.random.default_rng(1).choice(["yes", "no"], len(number)),
        }
    )


@pytest.mark.benchmark(group="forgetting")
def test_a_million_verdicts_to_scores_and_tables(benchmark: Any) -> None:
    verdicts = million()
    people = [f"p{i}" for i in range(10)]

    def tables() -> Any:
        made = {"x": aggregate(tally(verdicts), UNDEFINED, personas=people)}
        return table3(made), table4(made), table5(made)

    found = benchmark.pedantic(tables, rounds=3, warmup_rounds=1)
    assert all(value is not None for table in found for value in table.values())


@pytest.fixture
def release() -> Path:
    place = os.environ.get("DREAMBENCH_SHARED")
    if not place:
        pytest.skip("DREAMBENCH_SHARED is not set: the Memora release is not here")
    return Path(place) / "memora" / "data"


@pytest.mark.benchmark(group="forgetting")
def test_census_of_thirty_files(benchmark: Any, release: Path) -> None:
    found = benchmark.pedantic(lambda: census(release), rounds=5, warmup_rounds=1)
    assert found.as_dict()["files"] == 30


@pytest.mark.parametrize("name", ["B5", "DF-hybrid-rules"])
@pytest.mark.benchmark(group="forgetting")
def test_a_weekly_persona(benchmark: Any, release: Path, name: str) -> None:
    found = benchmark.pedantic(
        lambda: run_persona(release, "weekly", "software_engineer", condition(name)), rounds=3
    )
    assert found.sessions > 100
    assert len(found.recalled) == 15
