"""What the harness itself costs, up to a hundred thousand cells in which nothing happens.

Time is measured and told, memory is bounded: a cell takes at most a kilobyte of the driver.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).with_name("growth.py")
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("cells", [10_000, 100_000])
@pytest.mark.benchmark(group="a run of no-ops, to the end of its verification")
def test_growth(benchmark: Any, tmp_path: Path, cells: int, workers: int) -> None:
    def whole() -> dict[str, float]:
        done = subprocess.run(
            [sys.executable, str(PROGRAM), str(tmp_path), str(cells), str(workers)],
            env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        told: dict[str, float] = json.loads(done.stdout)
        return told

    told = benchmark.pedantic(whole, rounds=1)
    benchmark.extra_info.update(told)
    print("\n" + ", ".join(f"{name} {value:.3g}" for name, value in told.items()))
    assert told["driver_kb"] <= 1
