"""The whole frozen grid, with nothing cached, verdicts cached, cells cached; and Dask's workers.

Each is one run of a fresh process, from its start to the sealed folder; the root must be the frozen
one's each time. The second worker of Dask is told as a ratio, from one sitting.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).with_name("grid.py")
ROOT = Path(__file__).resolve().parents[2]
FROZEN = json.loads((ROOT / "results" / "offline-60" / "manifest.json").read_text())["root"]


def whole(folder: Path, **work: object) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(folder), json.dumps(work)],
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the first of the three fills and the others find."""
    return str(tmp_path_factory.mktemp("cache") / "verdicts")


@pytest.mark.parametrize(("state", "reuse"), [("nothing", True), ("verdicts", False),
                                              ("cells", True)])  # fmt: skip
@pytest.mark.benchmark(group="the core sixty, run and sealed")
def test_grid(benchmark: Any, tmp_path: Path, cache: str, state: str, reuse: bool) -> None:
    told = benchmark.pedantic(
        whole, args=(tmp_path / "run",), kwargs={"cache": cache, "reuse": reuse}, rounds=1
    )
    benchmark.extra_info.update(told)
    print(f"\n{state} cached: run {told['run_s']:.1f} s, seal {told['seal_s']:.1f} s")
    assert told["root"] == FROZEN


@pytest.fixture(scope="module")
def filled(cache: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The cache with the grid's verdicts in it, whichever benchmarks ran before."""
    if not Path(cache).exists():
        whole(tmp_path_factory.mktemp("first") / "run", cache=cache)
    return cache


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.benchmark(group="Dask, the core sixty, verdicts cached")
def test_dask(benchmark: Any, tmp_path: Path, filled: str, workers: int) -> None:
    tell(benchmark, tmp_path, {"cache": filled}, workers)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.benchmark(group="Dask, a part of the grid, nothing cached")
def test_dask_judging(benchmark: Any, tmp_path: Path, workers: int) -> None:
    """Most of it is waiting for sandboxes."""
    tell(benchmark, tmp_path, {"limit": 4, "seeds": [1], "cache": None}, workers)


def tell(benchmark: Any, folder: Path, work: dict[str, object], workers: int) -> None:
    told = benchmark.pedantic(
        whole,
        args=(folder / "run",),
        kwargs={**work, "engine": "dask", "workers": workers},
        rounds=1,
    )
    benchmark.extra_info.update(told)
    print(f"\n{workers} workers: run {told['run_s']:.1f} s")
